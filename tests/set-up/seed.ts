import fc from 'fast-check';

/**
 * Generated tests are the same in every run, so that a change is judged by what it changes. `TEST_SEED=random` looks further,
 * and a number repeats what that has found.
 */
const { TEST_SEED: wanted = '20261116' } = process.env;
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });
