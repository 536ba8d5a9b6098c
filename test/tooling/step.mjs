/** Runs one step of `npm test` in a process of its own, so that its processor time is known: node step.mjs NAME OPTIONS, with a channel to its parent. */
import { steps } from './steps.mjs';

// What was started for the tests is stopped by those who listen to the end of this process.
process.once('SIGINT', () => process.exit(130));
// Either the parent has all it wants, or it is gone.
for (const event of ['message', 'disconnect']) process.once(event, () => process.exit());

const [name = '', options = '{}'] = process.argv.slice(2);
/** @param {import('./lanes.mjs').Message} message */
const send = (message) => process.send?.(message);
const outcome = await steps[name]
  ?.run(JSON.parse(options), (progress) => send({ progress }))
  .catch((error) => ({
    passed: [],
    pending: 0,
    failures: [{ title: 'The step', error: String(error?.stack ?? error) }],
  }));
// The parent looks at the processor time once more, then ends this process.
if (outcome) send({ outcome });
