/** A session of Claude Code with what the server counted for each of its requests. */

export const COUNTED_MODEL = 'claude-sonnet-4-5-20250929';

/** Input that is new, read from the cache and written to it (`forHour` of it for an hour), and the seconds it came after the first. */
export type CountedTurn = readonly [
  fresh: number,
  cached: number,
  written: number,
  seconds: number,
  more?: Readonly<Record<string, unknown>> & { readonly forHour?: number },
];

/** Its lines: a question and its answer for each turn. */
export function countedSession(turns: readonly CountedTurn[]): object[] {
  let parentUuid: string | null = null;
  return turns.flatMap(([fresh, cached, written, seconds, { model = COUNTED_MODEL, forHour, ...more } = {}], at) => {
    const timestamp = new Date(Date.UTC(2026, 10, 20, 10) + seconds * 1000).toISOString();
    const line = (uuid: string, type: string, message: object): object => {
      const made = { type, uuid, parentUuid, sessionId: 's', cwd: '/p', timestamp, message: { role: type, ...message }, ...more };
      parentUuid = uuid;
      return made;
    };
    const usage = {
      input_tokens: fresh,
      cache_read_input_tokens: cached,
      cache_creation_input_tokens: written,
      ...(forHour !== undefined && {
        cache_creation: { ephemeral_5m_input_tokens: written - forHour, ephemeral_1h_input_tokens: forHour },
      }),
      output_tokens: 10,
    };
    return [
      line(`u${at}`, 'user', { content: 'Go on.' }),
      line(`a${at}`, 'assistant', { id: `msg_${at}`, model, content: [{ type: 'text', text: 'Done.' }], usage }),
    ];
  });
}
