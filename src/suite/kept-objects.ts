import { functionId, type FunctionId } from '#core/ids';
import { ObjectSpace } from '#dependence/object-space';
import { placeMaker } from '#dependence/place-maker';
import { bindingOf, placeKinds } from '#dependence/shared-places';
import { runsAtLoad } from './follow-load';
import type { RecordedSuite } from './recorded-suite';
import type { Version } from './versions';

/**
 * Objects that something may hold which outlives tests: variables of modules, objects that are made when modules are loaded, and
 * what these hold. Whoever made such an object, a later test can get at it.
 */
export function keptObjects(version: Version, suite: RecordedSuite): ReadonlySet<number> {
  const graph = version.graph();
  const { shared, pointers } = graph;
  const { pointsTo } = pointers;
  const found = new Set<number>();
  const add = (objects: readonly number[]): void => {
    for (const object of objects) if (object > ObjectSpace.external) found.add(object);
  };
  for (let place = 0; place < shared.count; place++) {
    const maker = placeMaker(graph, place);
    if (maker === null || (maker !== 'always' && !lastsFromLoad(version, suite, functionId(maker)))) continue;
    const first = shared.table.firstOf(place);
    const second = shared.table.secondOf(place);
    const kind = shared.table.kindOf(place);
    if (kind === placeKinds.field) add(pointsTo.inField(first, second));
    if (kind === placeKinds.binding) add(pointsTo.heldBy(first, bindingOf(graph.program, first, second)));
  }
  for (const object of found) {
    for (const property of pointsTo.fieldsOf(object)) {
      if (property !== pointsTo.protoProperty) add(pointsTo.inField(object, property));
    }
  }
  return found;
}

/**
 * Is what a function makes there from when modules were loaded on? A module that no process of the recording loaded holds nothing: a test that
 * gets to it now runs changed code, and is selected for that.
 */
export function lastsFromLoad(version: Version, suite: RecordedSuite, maker: FunctionId): boolean {
  const { path } = version.loaded.program.locate(maker).module;
  return suite.moduleIndex(path) !== undefined && runsAtLoad(version, suite, maker);
}
