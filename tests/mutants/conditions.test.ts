import { describe, expect, it } from 'vitest';
import { findConditions, makeRemovable } from './conditions.ts';

const keysOf = (source: string) =>
  findConditions('a/store.ts', source).map(({ key }) => key.replace('a/store.ts ', ''));

describe('findConditions', () => {
  it('finds the conditions of an UPDATE except the one that names the row', () => {
    const source = `function pay(db) {
      return await db.updateTable('pickups').set({ paid: true }).where('id', '=', 1).where('paid', '=', false).execute();
    }`;
    expect(findConditions('a/store.ts', source)).toEqual([
      { key: "a/store.ts pay: where('paid', '=', false)", line: 2 },
    ]);
  });

  it('finds those of a SELECT … FOR UPDATE and none of a plain SELECT', () => {
    const source = `function lock(db) { return db.selectFrom('a').where('b', '=', 1).forUpdate().execute(); }
      function read(db) { return db.selectFrom('a').where('c', '=', 1).execute(); }`;
    expect(keysOf(source)).toEqual(["lock: where('b', '=', 1)"]);
  });

  it('finds those that a caller adds to an unfinished UPDATE', () => {
    const source = `function change(db) { return db.updateTable('a').set({}).where('b', '=', 1); }
      function close(db) { return change(db).where('c', '=', 2).execute(); }`;
    expect(keysOf(source)).toEqual(["change: where('b', '=', 1)", "close: where('c', '=', 2)"]);
  });

  it('finds each part of an AND or OR as well', () => {
    const source = `function lock(db) { db.deleteFrom('a').where((eb) => eb.or([eb('b', '=', 1), eb('c', '=', 2)])); }`;
    expect(keysOf(source).slice(1)).toEqual(["lock: eb('b', '=', 1)", "lock: eb('c', '=', 2)"]);
  });

  it('finds the conditions of an UPDATE in SQL, also inside a subquery', () => {
    const source = `function gaps(db, day) {
      return sql\`UPDATE a SET "b" = s."b" FROM (SELECT 1 FROM c WHERE "day" = \${day} AND (1 = 1)) AS s
        WHERE a."id" = s."id" AND a."b" <> s."b"\`;
    }`;
    expect(keysOf(source)).toEqual([`gaps: "day" = \${day}`, 'gaps: (1 = 1)', 'gaps: a."b" <> s."b"']);
  });

  it('finds those of WITH … UPDATE and none of WITH … SELECT', () => {
    const source = `function end(db) { return sql\`WITH old AS (SELECT 1 FROM a WHERE "b" = 1 ORDER BY "b" FOR UPDATE) UPDATE a SET "c" = 1\`; }
      function read(db) { return sql\`WITH old AS (SELECT 1 FROM a WHERE "b" = 1) SELECT * FROM old WHERE "c" = 2\`; }`;
    expect(keysOf(source)).toEqual(['end: "b" = 1']);
  });
});

describe('makeRemovable', () => {
  it('leaves out the named condition and no other', () => {
    const source = `(function list(query) {
      return query.forUpdate().where('a').where((eb) => eb.or(['b', 'c']));
    })`;
    const removable = makeRemovable('a/store.ts', source);
    const run = (takenOut: string) => {
      const terms: unknown[] = [];
      const query = {
        forUpdate: () => query,
        where: (term: unknown) => {
          terms.push(typeof term === 'function' ? term({ or: (list: unknown) => list }) : term);
          return query;
        },
        $call: (change: (self: unknown) => unknown) => change(query),
      };
      globalThis.isTakenOut = (key) => key.endsWith(`: ${takenOut}`);
      // biome-ignore lint/security/noGlobalEval: the source is the test's own
      globalThis.eval(removable)(query);
      return terms;
    };
    expect(run('nothing')).toEqual(['a', ['b', 'c']]);
    expect(run("where('a')")).toEqual([['b', 'c']]);
    expect(run("'b'")).toEqual(['a', ['c']]);
    expect(run("where((eb) => eb.or(['b', 'c']))")).toEqual(['a']);
  });
});
