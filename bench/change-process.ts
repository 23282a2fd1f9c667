import { analyzeChange } from '#pipeline';
import { Stopwatch } from './stopwatch';

// `change-process.js <folder>` prints, as JSON, where the time of the main job goes.
const [cwd = '.'] = process.argv.slice(2);
const watch = new Stopwatch();
watch.lap('start');
const result = await analyzeChange({
  cwd,
  behaviour: false,
  debug: (stage) => watch.lap(stage.startsWith('change') ? 'match' : stage),
});
watch.lap('slice, result');
process.stdout.write(JSON.stringify({ functions: result.functions.length, stages: watch.stages }));
