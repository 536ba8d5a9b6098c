/** The npm package that updates the catalogue unless another one is named. */
export const PI_AI = '@earendil-works/pi-ai';

/** The folder of its data in it. */
export const PI_AI_DATA = 'dist/providers/data/';
