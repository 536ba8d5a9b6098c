/**
 * Whether this run keeps pictures of pages and windows in out/screenshots, for a person to look at: `npm test -- --pictures`. The others
 * make none: a window at rest is waited for longer than all else that its test does.
 */
export const keepsPictures = process.env['AGENT_ARTIFACTS_PICTURES'] === 'kept';
