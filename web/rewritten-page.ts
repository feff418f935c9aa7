/**
 * Keeps React running on a page whose nodes something else has moved or replaced: a browser's translator, or an
 * extension. React then removes a node from where it no longer is, or places one before it, and both throw. It is the
 * second line of defense: no text of ours stands beside something that comes and goes
 * (tests/repository/bare-texts.test.ts). Call it before React renders.
 */
export function tolerateRewrites(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) removeChild.call(this, child);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
    insertBefore.call(this, child, next?.parentNode === this ? next : null);
    return child;
  };
}
