import { isObject, optionsOf } from '../io/arguments.ts';
import { anyJson } from '../routing/plain-json.ts';
import { formatArtifactToolResponse, type ToolMessage } from '../routing/tool-message.ts';
import type { ContentRouteResult } from '../routing/route-result.ts';
import type { ToolName } from './tool-definitions.ts';
import type { ToolError } from './tool-errors.ts';
import type { ToolResults } from './tool-executor.ts';

/** A tool call of a model's turn, and its answer. */
export interface AnsweredCall {
  /** As the model gave it. */
  readonly toolCallId: string;
  readonly result: ToolResults[ToolName] | ToolError;
}

/**
 * The tool messages of one turn: for each call one, in the order of the calls, with the call's own id. An artifact
 * goes as {@link formatArtifactToolResponse} has it; every other answer, and a refusal, as JSON text.
 */
export function formatToolResponses(calls: readonly AnsweredCall[]): ToolMessage[] {
  if (!Array.isArray(calls)) return [];
  return (calls as readonly unknown[]).map((call) => {
    const { toolCallId, result } = optionsOf(call as Partial<AnsweredCall>, ['toolCallId', 'result']);
    return isRouted(result)
      ? formatArtifactToolResponse(result, toolCallId ?? '')
      : { role: 'tool', tool_call_id: typeof toolCallId === 'string' ? toolCallId : '', content: anyJson(result) };
  });
}

function isRouted(result: AnsweredCall['result'] | undefined): result is ContentRouteResult {
  return isObject(result) && optionsOf(result as Partial<ContentRouteResult>, ['routing']).routing !== undefined;
}
