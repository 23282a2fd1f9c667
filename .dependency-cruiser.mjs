/**
 * The doors between the rooms of src/. Data flows down this list: a room imports from itself and from the rooms above it.
 * Everything here is checked by tests/architecture.
 */
const rooms = [
  'core',
  'store',
  'project',
  'syntax',
  'ir',
  'change',
  'dependence',
  'slice',
  'replay',
  'smt',
  'symbolic',
  'directed',
  'behaviour',
  'trace',
  'dynamic',
  'effects',
  'suite',
  'result',
  'report',
];

/** Rooms that reach files and processes; all others are functions from values to values. */
const roomsAtTheEdge = ['store', 'project', 'replay', 'trace', 'suite', 'cli'];

/** Threads of solvers: one reads the compiled z3, the other starts a solver of the PATH, which `on-path` looks for. The rest of their room asks them. */
const threadsAtTheEdge = '^src/smt/(z3-worker|native-worker|on-path)\\.ts$';

const inRooms = (names) => `^src/(${names.join('|')})/`;
const builtins = (names) => `^(node:)?(${names.join('|')})(/|$)`;

const roomDoors = rooms.map((room, index) => ({
  name: `doors-of-${room}`,
  comment: `src/${room} imports only from itself and from rooms above it.`,
  severity: 'error',
  from: { path: inRooms([room]) },
  to: { path: '^src/', pathNot: inRooms(rooms.slice(0, index + 1)) },
}));

export default {
  forbidden: [
    ...roomDoors,
    {
      name: 'doors-of-pipeline',
      comment: 'The hallway opens into every room but the command line.',
      severity: 'error',
      from: { path: '^src/(?:[a-z-]+-job|job|pipeline)\\.ts$' },
      to: { path: '^src/', pathNot: `${inRooms(rooms)}|^src/(?:[a-z-]+-job|job|options)\\.ts$` },
    },
    {
      name: 'doors-of-cli',
      comment: 'The command line knows the pipeline, the result and the reports.',
      severity: 'error',
      from: { path: inRooms(['cli']) },
      to: { path: '^src/', pathNot: `${inRooms(['cli', 'core', 'result', 'report'])}|^src/pipeline\\.ts$` },
    },
    {
      name: 'doors-of-library',
      comment: 'The library is the pipeline and the rooms, without the command line; nothing inside imports it.',
      severity: 'error',
      from: { path: '^src/index\\.ts$' },
      to: { path: inRooms(['cli']) },
    },
    {
      name: 'runtime-imports-nothing',
      comment:
        'The trace runtime is injected into the programs of others: it has but itself and what is built into Node.',
      severity: 'error',
      from: { path: '^src/trace/runtime/' },
      to: { pathNot: '^src/trace/runtime/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'no-cycle',
      comment: 'Imports go one way, also inside a room and also those of types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'alias-across-rooms',
      comment: 'Crossing into another room is visible in the import line: #room/file.',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/', pathNot: '^src/$1/', dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'relative-inside-a-room',
      comment: 'Inside a room imports are relative: ./file.',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/$1/', dependencyTypes: ['aliased-subpath-import'] },
    },
    {
      name: 'effects-at-the-edge',
      comment: 'Files, processes and the network are reached only from the rooms named for it.',
      severity: 'error',
      from: { path: '^src/', pathNot: `${inRooms(roomsAtTheEdge)}|${threadsAtTheEdge}` },
      to: { path: builtins(['fs', 'child_process', 'net', 'http', 'https', 'http2', 'dgram', 'tls']) },
    },
    {
      name: 'only-the-cli-prints',
      comment: 'Results and diagnostics are data until the command line prints them.',
      severity: 'error',
      from: { path: '^src/', pathNot: inRooms(['cli']) },
      to: { path: builtins(['console', 'process', 'readline', 'tty']) },
    },
    {
      name: 'declared-dependencies',
      comment: 'What is shipped may import only what is installed with it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-peer'] },
    },
    {
      name: 'resolvable',
      comment: 'An import that resolves to nothing is one that the rules above cannot judge.',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.d.ts', '.js', '.mjs', '.json'],
    },
  },
};
