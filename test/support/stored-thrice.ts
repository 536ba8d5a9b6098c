/** Values as JSON Lines. */
export const ofLines = (...lines: readonly object[]): string => `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;

/** A rollout of Codex that has a picture in what the model saw, in what the screen showed, and in what a compaction kept. */
export function codexThrice(data: string): string {
  const content = [{ type: 'input_image', image_url: `data:image/png;base64,${data}` }];
  const item = { type: 'message', role: 'user', content };
  return ofLines(
    { type: 'session_meta', payload: { id: 'x', cwd: '/project' } },
    { type: 'event_msg', payload: { type: 'user_message', message: 'See', images: [`data:image/png;base64,${data}`] } },
    { type: 'response_item', payload: item },
    { type: 'compacted', payload: { message: 'All of it.', replacement_history: [item] } },
  );
}

/** A session of Claude Code that has a picture in a result, beside it, and in a line that is no message. */
export function claudeThrice(data: string): string {
  const common = { sessionId: 's', cwd: '/project', version: '2.1.0', timestamp: '2026-11-01T10:00:00.000Z' };
  const block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
  const call = { type: 'tool_use', id: 't', name: 'Read', input: { file_path: 'a.png' } };
  const result = { type: 'tool_result', tool_use_id: 't', content: [block] };
  return ofLines(
    { ...common, type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'Look' } },
    { ...common, type: 'assistant', uuid: 'b', parentUuid: 'a', message: { id: 'm', role: 'assistant', content: [call] } },
    {
      ...common,
      type: 'user',
      uuid: 'c',
      parentUuid: 'b',
      message: { role: 'user', content: [result] },
      toolUseResult: { type: 'image', file: { base64: data, type: 'image/png', originalSize: 1 } },
    },
    { ...common, type: 'progress', uuid: 'd', parentUuid: 'c', request: { messages: [{ role: 'user', content: [block] }] } },
  );
}
