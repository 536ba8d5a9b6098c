import type { ContentPart } from '../routing/route-result.ts';
import type { ToolMessage } from '../routing/tool-message.ts';

/** What a person, or another agent, says to the model. */
export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly ContentPart[];
}

/** A call the model asks for. */
export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    /** JSON text of an object. */
    readonly arguments: string;
  };
}

/** What the model said: text, calls of tools, or both. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
}

/** A message in the canonical form, from which the body of each API is written. */
export type CanonicalMessage = UserMessage | AssistantMessage | ToolMessage;

/** The id of the call in {@link readingTurn}: a real one is made by the model. */
export const EXAMPLE_CALL_ID = 'call_preview';

/**
 * The turn in which a model reads an artifact: someone asks, the model calls `get_artifact`, and the answer follows.
 * No API takes a tool's answer without the call before it, so this is the least that can really be sent.
 *
 * @param reference `artifact:{id}`
 * @param answer the tool's answer to the call {@link EXAMPLE_CALL_ID}
 */
export function readingTurn(reference: string, answer: ToolMessage): CanonicalMessage[] {
  return [
    { role: 'user', content: `Read ${reference}.` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: answer.tool_call_id, type: 'function', function: { name: 'get_artifact', arguments: JSON.stringify({ ref: reference }) } },
      ],
    },
    answer,
  ];
}
