import { at, itemsAt, type Outline, textAt } from './outline.ts';
import { type Placed, placedItems, member, type PartDraft, textPart } from './part-drafts.ts';

/**
 * The texts of a body that has no messages: those of models of Amazon Bedrock that take one text, or texts to embed. Undefined for what is
 * none. Sources: docs.aws.amazon.com/bedrock, "Inference request parameters and response fields for foundation models": Amazon Titan Text and
 * Embeddings, Anthropic Claude Text Completions, Meta Llama, Cohere Embed; docs.aws.amazon.com/nova, "Embeddings request schema" (2026-11).
 */
export function plainPrompt(root: Placed): readonly PartDraft[] | undefined {
  const { node } = root;
  if (node.type !== 'object') return undefined;
  const prompt = PROMPTS.find(({ has }) => has(node));
  if (!prompt) return undefined;
  const texts = prompt.texts(root).flatMap((placed) => (placed.node.type === 'string' ? [textPart(placed, placed.node, true)] : []));
  return texts.length > 0 ? texts : undefined;
}

interface Prompt {
  readonly has: (node: Outline) => boolean;
  readonly texts: (root: Placed) => readonly Placed[];
}

const one =
  (...steps: readonly string[]) =>
  (root: Placed): readonly Placed[] =>
    [member(root, ...steps)].filter((placed) => placed !== undefined);

const TITAN: ReadonlySet<string> = new Set(['inputText', 'textGenerationConfig', 'dimensions', 'normalize', 'embeddingTypes']);

/** Each by members that no other program's files are likely to have together. */
const PROMPTS: readonly Prompt[] = [
  {
    has: (node) => ['max_tokens_to_sample', 'max_gen_len'].some((name) => at(node, name)) && at(node, 'prompt') !== undefined,
    texts: one('prompt'),
  },
  {
    has: (node) => node.type === 'object' && node.members.length > 0 && node.members.every(({ name }) => TITAN.has(name)),
    texts: one('inputText'),
  },
  {
    has: (node) => (textAt(node, 'input_type') ?? '').length > 0 && itemsAt(node, 'texts').length > 0,
    texts: (root) => placedItems(root, 'texts'),
  },
  { has: (node) => textAt(node, 'taskType') === 'SINGLE_EMBEDDING', texts: one('singleEmbeddingParams', 'text', 'value') },
];
