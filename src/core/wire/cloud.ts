/** A cloud that offers models of others by their makers' APIs, with limits and forms of its own. */
export type Cloud = 'bedrock' | 'vertex' | 'azure';
