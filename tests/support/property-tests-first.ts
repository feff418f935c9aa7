import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Property tests take the longest in `npm run test:long`. They start first, so that the others run beside them. */
export class PropertyTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Object.groupBy(await super.sort(files), ({ project }) => project.name);
    return Object.values(projects).flatMap((own = []) => own.toSorted((one, other) => rank(one) - rank(other)));
  }
}

function rank({ moduleId }: TestSpecification): number {
  return moduleId.endsWith('.property.test.ts') ? 0 : 1;
}
