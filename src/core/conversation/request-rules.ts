import type { Template } from '../io/errors.ts';
import type { LimitFinding } from '../wire/limit-finding.ts';
import type { WireApi } from '../wire/verdict.ts';

/** What a rule rests on: a document, a real server's answer, or what was seen of a program. */
type Evidence = 'document' | 'answered' | 'reported' | 'program';

/** A rule for requests as they stand: what an API refuses, and no request of ours has. */
export interface RequestRule {
  readonly apis: readonly WireApi[];
  readonly severity: LimitFinding['severity'];
  readonly evidence: Evidence;
  /** Where it is written, with the month it was read. */
  readonly source: string;
  readonly sentence: Template;
}

const OPENAI: readonly WireApi[] = ['openai-chat', 'openai-responses'];
const GEMINI: readonly WireApi[] = ['gemini', 'gemini-2'];
/** Bedrock’s InvokeModel takes Claude’s requests in the form of their maker. */
const CLAUDE: readonly WireApi[] = ['anthropic', 'bedrock-invoke'];
const BEDROCK: readonly WireApi[] = ['bedrock-converse', 'bedrock-invoke'];
const CHAT_API = 'https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create';
const RESPONSES_API = 'https://developers.openai.com/api/reference/resources/responses/methods/create';
const CONVERSE_API = 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html';
/** Each finding has the one of its list, of `SHAPE_TYPES`. */
const TYPE_LISTS = 'openai 7.57.0; @anthropic-ai/sdk 1.12.0; @aws-sdk/client-bedrock-runtime 3.1164.0 (2026-11)';
const ANTHROPIC_API = 'https://platform.claude.com/docs/en/api/messages';

/** Gemini's list of types is not complete; these it refuses, by its words. */
export const GEMINI_TYPES =
  'https://ai.google.dev/gemini-api/docs/document-processing; error 400 “application/json, which is not supported”, “Unsupported MIME type: image/jpg”, “… png”: https://github.com/agno-agi/agno/issues/3964, https://github.com/brianpetro/obsidian-smart-connections/issues/1238, https://github.com/charmbracelet/crush/issues/995 (2026-12)';

/** The roles of messages, by the list they are in: openai 7.57.0, `ChatCompletionMessageParam` and `EasyInputMessage`; @google/genai 3.1.0, `Content`, and `function`, which servers took before. */
export const ROLES = {
  messages: ['system', 'developer', 'user', 'assistant', 'tool', 'function'],
  input: ['user', 'assistant', 'system', 'developer'],
  contents: ['user', 'model', 'function'],
} as const satisfies Readonly<Record<'messages' | 'input' | 'contents', readonly string[]>>;

/** The rules, by their names. Every source was read in November or December 2026. */
export const REQUEST_RULES = {
  shape_of_another_api: {
    apis: [...OPENAI, ...CLAUDE, 'bedrock-converse', 'mistral', 'cohere'],
    severity: 'error',
    evidence: 'document',
    source: `${CHAT_API}; ${RESPONSES_API}; ${ANTHROPIC_API}; ${CONVERSE_API}; @mistralai/mistralai 2.7.0; cohere-ai 8.1.0 (2026-11)`,
    sentence: { text: '{0} has no content of type "{1}": that is the format of another API.', args: ['api', 'shape'] },
  },
  shape_not_in_role: {
    apis: [...OPENAI, ...CLAUDE, 'bedrock-converse', 'mistral', 'cohere'],
    severity: 'error',
    evidence: 'document',
    source: `${CHAT_API}; ${RESPONSES_API}; ${ANTHROPIC_API}; ${CONVERSE_API}; @mistralai/mistralai 2.7.0; cohere-ai 8.1.0 (2026-11)`,
    sentence: { text: '{0} does not accept "{1}" in a message with the role "{2}".', args: ['api', 'shape', 'role'] },
  },
  data_url_in_data: {
    apis: [...CLAUDE, ...GEMINI, 'bedrock-converse', 'ollama'],
    severity: 'error',
    evidence: 'document',
    source:
      'https://platform.claude.com/docs/en/build-with-claude/vision; @google/genai 3.1.0: Blob.data; https://docs.ollama.com/api/chat (2026-11)',
    sentence: { text: '{0} wants only base64; this is a data URL.', args: ['api'] },
  },
  type_not_taken: {
    apis: [...OPENAI, ...CLAUDE, 'bedrock-converse', 'cohere'],
    severity: 'error',
    evidence: 'document',
    source: TYPE_LISTS,
    sentence: { text: '{0} does not accept {1} as content of type "{2}". Accepted: {3}.', args: ['api', 'type', 'shape', 'accepted'] },
  },
  type_missing: {
    apis: ['openai-chat', ...CLAUDE, 'bedrock-converse'],
    severity: 'error',
    evidence: 'document',
    source: TYPE_LISTS,
    sentence: { text: '{0} needs the type of "{1}" beside its data. Accepted: {2}.', args: ['api', 'shape', 'accepted'] },
  },
  file_without_name: {
    apis: ['openai-chat'],
    severity: 'error',
    evidence: 'document',
    source: 'https://developers.openai.com/api/docs/guides/file-inputs (2026-11)',
    sentence: { text: '{0} requires the name of a file along with its data.', args: ['api'] },
  },
  file_without_head: {
    apis: OPENAI,
    severity: 'error',
    evidence: 'answered',
    source:
      'error 400 “Expected a base64-encoded data URL” (answered 2026); https://developers.openai.com/api/docs/guides/file-inputs (2026-11)',
    sentence: { text: '{0} expects a file as a data URL, but this is base64 alone.', args: ['api'] },
  },
  file_type_not_taken: {
    apis: ['openai-responses', ...GEMINI],
    severity: 'error',
    evidence: 'answered',
    source: 'error 400 “Expected a base64-encoded data URL with a valid file MIME type” (answered 2026)',
    sentence: { text: '{0} does not accept {1} here.', args: ['api', 'type'] },
  },
  model_of_another_api: {
    apis: ['openai-chat'],
    severity: 'error',
    evidence: 'document',
    source: 'https://developers.openai.com/api/docs/models (2026-11)',
    sentence: { text: '{0} is available only through the Responses API.', args: ['model'] },
  },
  reasoning_alone: {
    apis: ['openai-responses'],
    severity: 'error',
    evidence: 'answered',
    source: 'error 400 “of type ‘reasoning’ was provided without its required following item” (answered 2025); openai/openai-node #1567',
    sentence: { text: 'The reasoning {0} is here without the item of the model that followed it.', args: ['id'] },
  },
  item_id_twice: {
    apis: ['openai-responses'],
    severity: 'error',
    evidence: 'reported',
    source: 'error 400 “Duplicate item found with id”: https://github.com/microsoft/vscode/issues/321977 (2026-11)',
    sentence: { text: 'An earlier item has the same ID, {0}.', args: ['id'] },
  },
  item_id_pattern: {
    apis: ['openai-responses'],
    severity: 'error',
    evidence: 'reported',
    source:
      'error 400 “Expected an ID that begins with ‘fc’”, “… ‘msg’”, “… contains letters, numbers, underscores”: continuedev/continue #11494, openai/codex #33176, CopilotKit/CopilotKit #6117 (2026-12)',
    sentence: { text: 'The ID of the item, {0}, is not "{1}" with letters, digits and "_" behind it.', args: ['id', 'prefix'] },
  },
  role_not_known: {
    apis: [...OPENAI, ...GEMINI],
    severity: 'error',
    evidence: 'document',
    source:
      'openai 7.57.0: ChatCompletionMessageParam, EasyInputMessage; https://ai.google.dev/api/caching#Content; error 400 “Please use a valid role: user, model.”: router-for-me/CLIProxyAPI #2791 (2026-12)',
    sentence: { text: '{0} does not have the role of this message, but only {1}.', args: ['api', 'roles'] },
  },
  no_parts: {
    apis: GEMINI,
    severity: 'error',
    evidence: 'reported',
    source:
      'error 400 “contents.parts must not be empty”, “must include at least one parts field”: vercel/ai #3775, langgenius/dify #30566, anomalyco/opencode #28669 (2026-12)',
    sentence: { text: '{0} does not accept a message without parts.', args: ['api'] },
  },
  arguments_not_object: {
    apis: [...CLAUDE, 'bedrock-converse', ...GEMINI, 'ollama'],
    severity: 'error',
    evidence: 'document',
    source:
      '@anthropic-ai/sdk 1.12.0: ToolUseBlockParam; @aws-sdk/client-bedrock-runtime 3.1164.0: ToolUseBlock; @google/genai 3.1.0: FunctionCall; error 400 “cannot unmarshal string into Go struct field”: aliasrobotics/cai #76 (2026-12)',
    sentence: { text: 'The arguments of the call {0} are text; {1} expects an object.', args: ['call', 'api'] },
  },
  arguments_not_text: {
    apis: OPENAI,
    severity: 'error',
    evidence: 'document',
    source: 'openai 7.57.0: ChatCompletionMessageFunctionToolCall, ResponseFunctionToolCall (2026-12)',
    sentence: { text: 'The arguments of the call {0} are no text; {1} expects JSON in a string.', args: ['call', 'api'] },
  },
  image_url_not_object: {
    apis: ['openai-chat'],
    severity: 'error',
    evidence: 'reported',
    source:
      'error 400 “Invalid type for … image_url: expected an object, but got a string instead”: microsoft/promptflow #3946, anasfik/openai #203 (2026-12)',
    sentence: { text: '{0} expects an object with the "url" in "image_url"; this is the URL alone.', args: ['api'] },
  },
  image_url_not_text: {
    apis: ['openai-responses'],
    severity: 'error',
    evidence: 'document',
    source: 'error 400 “expected an image URL, but got an object instead”; openai 7.57.0: ResponseInputImage (2026-12)',
    sentence: { text: '{0} expects the URL alone in "image_url"; this is an object.', args: ['api'] },
  },
  last_role: {
    apis: ['mistral'],
    severity: 'error',
    evidence: 'reported',
    source:
      'error 400 “Expected last role User or Tool (or Assistant with prefix True)”: crewAIInc/crewAI #2194, agno-agi/agno #2285 (2026-12)',
    sentence: { text: 'The last message must be from the user or a tool, or be an answer with "prefix".', args: [] },
  },
  user_after_tool: {
    apis: ['mistral'],
    // mistral-small-latest answered such a request: crmne/ruby_llm, spec/fixtures/vcr_cassettes.
    severity: 'warning',
    evidence: 'reported',
    source:
      'error 400 “Unexpected role ‘user’ after role ‘tool’” (3230): datapizza-labs/datapizza-ai #98, NousResearch/hermes-agent #84944 (2026-12)',
    sentence: {
      text: 'A message of the user follows the result of a call, with no answer between them: many models of Mistral refuse that.',
      args: [],
    },
  },
  ids_twice_in_message: {
    apis: ['bedrock-converse'],
    severity: 'error',
    evidence: 'reported',
    source: 'error 400 “The toolResult blocks at messages.… contain duplicate Ids”: BerriAI/litellm #20048 (2026-12)',
    sentence: { text: 'The message has the ID {0} twice.', args: ['call'] },
  },
  cache_order: {
    apis: CLAUDE,
    severity: 'error',
    evidence: 'document',
    source:
      'https://platform.claude.com/docs/en/build-with-claude/prompt-caching; error 400 “must not come after a ttl=‘5m’ cache_control block”: headroomlabs-ai/headroom #2939 (2026-12)',
    sentence: {
      text: 'A cache breakpoint for an hour must not follow one for five minutes. The order is: tools, system prompt, messages.',
      args: [],
    },
  },
  call_id_too_long: {
    apis: OPENAI,
    severity: 'error',
    evidence: 'reported',
    source: 'error 400 “string too long. Expected a string with maximum length 64”: decolua/9router #393, jin-bo/agentao #321 (2026-12)',
    sentence: { text: 'The ID of the call has {0} characters; at most {1} are accepted.', args: ['actual', 'limit'] },
  },
  output_not_after_call: {
    apis: ['openai-responses'],
    severity: 'error',
    evidence: 'answered',
    source: 'error 400 “No tool output found for tool call” (api.deepseek.com, answered 2026)',
    sentence: { text: 'There is an answer between the call {0} and its output; this server expects the output first.', args: ['call'] },
  },
  too_many_cache_marks: {
    apis: CLAUDE,
    severity: 'error',
    evidence: 'document',
    source: 'https://platform.claude.com/docs/en/build-with-claude/prompt-caching (2026-11)',
    sentence: { text: 'The request has {0} cache breakpoints; at most {1} are accepted.', args: ['actual', 'limit'] },
  },
  citations_on_some: {
    apis: CLAUDE,
    severity: 'error',
    evidence: 'document',
    source: 'https://platform.claude.com/docs/en/build-with-claude/citations (2026-11)',
    sentence: { text: 'Citations must be enabled for all documents of a request or for none; for this one they are not.', args: [] },
  },
  citations_with_schema: {
    apis: CLAUDE,
    severity: 'error',
    evidence: 'document',
    source:
      'https://platform.claude.com/docs/en/build-with-claude/structured-outputs, by the copy in thevibeworks/claude-code-docs (2026-12)',
    sentence: { text: 'Citations are not accepted in a request that has a schema for the answer.', args: [] },
  },
  thinking_last: {
    apis: CLAUDE,
    severity: 'error',
    evidence: 'reported',
    source: 'error 400 “The final block in an assistant message cannot be `thinking`”: tailcallhq/forgecode #2107 (2026-11)',
    sentence: { text: 'An answer must not end with thinking.', args: [] },
  },
  thinking_unsigned: {
    apis: CLAUDE,
    severity: 'error',
    evidence: 'document',
    source: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking; anthropics/claude-code #68768 (2026-11)',
    sentence: { text: 'Thinking is accepted only with its signature; this has none.', args: [] },
  },
  thinking_not_first: {
    apis: [...CLAUDE, 'bedrock-converse'],
    severity: 'warning',
    evidence: 'document',
    // Before, the server refused it: pydantic/pydantic-ai #2075, anomalyco/opencode #3077.
    source: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking: graceful thinking degradation (2026-11)',
    sentence: {
      text: 'Thinking is enabled, but no answer since the last prompt begins with its thinking: the model answers without thinking, or the request is refused.',
      args: [],
    },
  },
  failed_result_media: {
    apis: CLAUDE,
    severity: 'error',
    evidence: 'reported',
    source:
      'error 400 “all content must be type "text" if "is_error" is true”: vellum-ai/vellum-assistant #18387 (2026-03), caozhiyuan/copilot-api #196 (2026-04)',
    sentence: { text: 'The result of a call that failed (“is_error”) may contain only text.', args: [] },
  },
  failed_result_empty: {
    apis: CLAUDE,
    severity: 'error',
    evidence: 'reported',
    source: 'error 400 “content cannot be empty if `is_error` is true”: jlevy/markform #153 (2026-02)',
    sentence: { text: 'The result of a call that failed (“is_error”) must not be empty.', args: [] },
  },
  document_name_twice: {
    apis: ['bedrock-converse'],
    severity: 'error',
    evidence: 'reported',
    source:
      "error 400 “Messages can't contain duplicate document names”: maximhq/bifrost #7003 (2026-09), ag-ui-protocol/ag-ui #2425 (2026-08)",
    sentence: { text: 'Another document in the request is also named "{0}": names must be unique.', args: ['name'] },
  },
  call_id_pattern: {
    apis: CLAUDE,
    severity: 'error',
    evidence: 'reported',
    source: 'error 400 “tool_use.id: String should match pattern ^[a-zA-Z0-9_-]+$”: farion1231/cc-switch #1181 (2026-11)',
    sentence: { text: 'The ID of the call, {0}, has characters other than letters, digits, "_" and "-".', args: ['call'] },
  },
  call_id_of_nine: {
    apis: ['mistral'],
    severity: 'error',
    evidence: 'reported',
    source: 'error 400 “Tool call id … must be a-z, A-Z, 0-9, with a length of 9”: nearai/ironclaw #1241, karthink/gptel #1203 (2026-12)',
    sentence: { text: 'The ID of the call, {0}, is not nine letters and digits, which Mistral requires.', args: ['call'] },
  },
  call_id_of_converse: {
    apis: ['bedrock-converse'],
    severity: 'error',
    evidence: 'document',
    source: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html (2026-12)',
    sentence: { text: 'The ID of the call, {0}, is not 1 to 64 letters, digits, "_", ".", ":" and "-".', args: ['call'] },
  },
  tools_not_defined: {
    apis: ['bedrock-converse'],
    severity: 'error',
    evidence: 'reported',
    source:
      'error 400 “The toolConfig field must be defined when using toolUse and toolResult content blocks”: vxcontrol/pentagi #196, patriceckhart/zot #18 (2026-12)',
    sentence: { text: 'There are calls or results, but the request has no tools in "toolConfig".', args: [] },
  },
  not_begun_by_user: {
    apis: ['bedrock-converse'],
    severity: 'error',
    evidence: 'reported',
    source:
      'error 400 “A conversation must start with a user message”: langgenius/dify #12340, strands-agents/sdk-typescript #727 (2026-12)',
    sentence: { text: 'The first message must be from the user.', args: [] },
  },
  role_twice: {
    apis: ['bedrock-converse'],
    severity: 'error',
    evidence: 'reported',
    source:
      'error 400 “A conversation must alternate between user and assistant roles”: langchain-ai/langchain-aws #192, genkit-ai/aws-bedrock-js-plugin #664 (2026-12)',
    sentence: { text: 'The message before has the same role, "{0}": they must alternate.', args: ['role'] },
  },
  prefill_not_taken: {
    apis: [...CLAUDE, 'bedrock-converse'],
    severity: 'error',
    evidence: 'document',
    source: 'https://platform.claude.com/docs/en/about-claude/models/migration-guide (2026-11)',
    sentence: { text: '{0} does not continue an answer: the last message must be from the user.', args: ['model'] },
  },
  prefill_ends_blank: {
    apis: CLAUDE,
    severity: 'error',
    evidence: 'document',
    source: `${ANTHROPIC_API} (2026-11)`,
    sentence: { text: 'The last message is an answer to be continued, and it ends with whitespace.', args: [] },
  },
  film_not_watched: {
    apis: ['bedrock-converse'],
    severity: 'error',
    evidence: 'answered',
    source: "error 400 “This model doesn't support the video content block that you provided” (Claude Sonnet 4.5, answered 2026)",
    sentence: { text: '{0} does not accept video.', args: ['model'] },
  },
  not_in_result_of_nova: {
    apis: BEDROCK,
    severity: 'error',
    evidence: 'answered',
    source: 'error 400 “extraneous key [toolResult] is not permitted” (Nova 2 Lite, with a document and with film, answered 2026)',
    sentence: { text: 'Nova accepts text, JSON and images in the result of a call, but not "{0}".', args: ['shape'] },
  },
  document_name: {
    apis: ['bedrock-converse'],
    severity: 'error',
    evidence: 'document',
    source: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html (2026-11)',
    sentence: {
      text: 'The name of the document, "{0}", may contain only letters, digits, single spaces, hyphens, parentheses and square brackets.',
      args: ['name'],
    },
  },
  document_without_text: {
    apis: BEDROCK,
    severity: 'error',
    evidence: 'document',
    source: `${CONVERSE_API} (2026-11)`,
    sentence: { text: 'A message with a document must also contain text.', args: [] },
  },
  address_not_fetched: {
    apis: CLAUDE,
    severity: 'error',
    evidence: 'answered',
    source: 'error 400 “URL sources are not supported” (Claude Sonnet 4.5 on Bedrock, answered 2026)',
    sentence: { text: 'Amazon Bedrock fetches nothing from a URL: the data must be in the request.', args: [] },
  },
  call_unsigned: {
    apis: ['gemini'],
    severity: 'error',
    evidence: 'document',
    source: 'https://ai.google.dev/gemini-api/docs/thought-signatures (2026-11)',
    sentence: { text: 'Gemini 3 accepts the call {0} only with its thought signature; this has none.', args: ['call'] },
  },
  /** For a request that does not say which model it is for: those before Gemini 3 accept it. */
  call_unsigned_by_some: {
    apis: ['gemini'],
    severity: 'warning',
    evidence: 'answered',
    source:
      'https://ai.google.dev/gemini-api/docs/thought-signatures; Gemini 2.0 and 2.5 Flash answer without (recorded from 2024 to 2026)',
    sentence: {
      text: 'From Gemini 3 on, the call {0} is accepted only with its thought signature; this has none. The request does not name its model.',
      args: ['call'],
    },
  },
} as const satisfies Readonly<Record<string, RequestRule>>;

export type RequestRuleName = keyof typeof REQUEST_RULES;

const ANYBODY = ['system', 'user', 'assistant', 'tool'];

/** Of Gemini's parts those that its servers make: @google/genai 3.1.0, `Part` (2026-11). Nothing is known of who may say them. */
const GEMINI_SHAPES = { executableCode: ANYBODY, codeExecutionResult: ANYBODY, toolCall: ANYBODY, toolResponse: ANYBODY };

const ANTHROPIC_SHAPES = {
  text: ['system', 'user', 'assistant', 'tool'],
  image: ['user', 'tool'],
  document: ['user', 'tool'],
  search_result: ['user', 'tool'],
  tool_reference: ['tool'],
  container_upload: ['user'],
  tool_use: ['assistant'],
  thinking: ['assistant'],
  redacted_thinking: ['assistant'],
  server_tool_use: ['assistant'],
  web_search_tool_result: ['assistant'],
  web_fetch_tool_result: ['assistant'],
  code_execution_tool_result: ['assistant'],
  bash_code_execution_tool_result: ['assistant'],
  text_editor_code_execution_tool_result: ['assistant'],
  tool_search_tool_result: ['assistant'],
  mcp_tool_use: ['assistant'],
  mcp_tool_result: ['assistant'],
  compaction: ['assistant'],
};

/**
 * Types of content of an API, and the roles whose messages may have them; what is in no table is not judged. Sources: openai 7.57.0,
 * `ChatCompletionContentPart`, `ResponseInputContent`, `ResponseInputItem`; @anthropic-ai/sdk 1.12.0, `ContentBlockParam`; @mistralai/mistralai
 * 2.7.0, `ContentChunk`; cohere-ai 8.1.0, `ChatMessageV2`; @aws-sdk/client-bedrock-runtime 3.1164.0, `ContentBlock`, `ToolResultContentBlock`,
 * and who may have them: docs.aws.amazon.com/bedrock, "Message" (2026-11).
 */
export const SHAPES: Readonly<Partial<Record<WireApi, Readonly<Record<string, readonly string[]>>>>> = {
  'openai-chat': {
    text: ['system', 'user', 'assistant', 'tool'],
    refusal: ['assistant'],
    image_url: ['user'],
    input_audio: ['user'],
    file: ['user'],
  },
  'openai-responses': {
    input_text: ['system', 'user', 'tool'],
    input_image: ['system', 'user', 'tool'],
    input_file: ['system', 'user', 'tool'],
    output_text: ['assistant'],
    refusal: ['assistant'],
    function_call: ['assistant'],
    custom_tool_call: ['assistant'],
    computer_screenshot: ['tool'],
    web_search_call: ['assistant'],
    file_search_call: ['assistant'],
    code_interpreter_call: ['assistant'],
    image_generation_call: ['assistant'],
    tool_search_call: ['assistant'],
    tool_search_output: ['assistant', 'tool'],
    mcp_call: ['assistant'],
    mcp_list_tools: ['assistant'],
    mcp_approval_request: ['assistant'],
    mcp_approval_response: ['user'],
    compaction: ['assistant'],
    item_reference: ['assistant'],
    additional_tools: ['system'],
  },
  mistral: {
    text: ANYBODY,
    image_url: ['user', 'assistant', 'tool'],
    document_url: ['user', 'assistant', 'tool'],
    input_audio: ['user', 'tool'],
    file: ['user', 'tool'],
    reference: ['user', 'assistant', 'tool'],
    thinking: ['system', 'assistant'],
  },
  cohere: {
    text: ANYBODY,
    image_url: ['user'],
    document: ['tool'],
    thinking: ['assistant'],
  },
  'bedrock-converse': {
    text: ANYBODY,
    image: ['user', 'tool'],
    document: ['user', 'tool'],
    video: ['user', 'tool'],
    audio: ['user'],
    json: ['tool'],
    searchResult: ['user', 'tool'],
    guardContent: ['system', 'user'],
    toolUse: ['assistant'],
    toolResult: ['assistant'],
    reasoningContent: ['assistant'],
    citationsContent: ['assistant'],
  },
  anthropic: ANTHROPIC_SHAPES,
  'bedrock-invoke': ANTHROPIC_SHAPES,
  gemini: GEMINI_SHAPES,
  'gemini-2': GEMINI_SHAPES,
};

const KNOWN_SHAPES = new Map(Object.values(SHAPES).flatMap((table) => Object.keys(table).map((shape) => [shape, shape] as const)));

/** The type of content where some API has it; the same string for each, so that an index keeps none of its own. */
export function knownShape(shape: string | undefined): string | undefined {
  return shape === undefined ? undefined : KNOWN_SHAPES.get(shape);
}
