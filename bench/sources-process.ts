import { optimiseLate } from '#cli/optimise-late';
import { openFolder } from '#project/folder-snapshot';
import { analyzeSources, type AnalysisOptions } from './analyze-sources';

// A process of its own per measurement: `sources-process.js <folder> <options as JSON>` prints the analysis as JSON.
optimiseLate();
const [folder = '.', options = '{}'] = process.argv.slice(2);
const analysis = analyzeSources(openFolder(folder), JSON.parse(options) as AnalysisOptions);
const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(JSON.stringify({ ...analysis, peakMegabytes }));
