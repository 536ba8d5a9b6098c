import type { ComparedRow, ProgramRow, Comparison, PreviewContent, PreviewState, PreviewWire } from '../../src/shared/preview-protocol.ts';
import type { TokenRange } from '../../src/shared/token-figures.ts';

/** A valid state of a preview, with some of its fields replaced. */
export function sampleState(change: Partial<PreviewState> = {}): PreviewState {
  return {
    rootId: 'file:///data',
    reference: 'artifact:8',
    pinned: false,
    facts: {
      id: '8',
      place: '8',
      name: 'chart.png',
      typeName: 'PNG image',
      mimeType: 'image/png',
      size: 12_345,
      createdAt: '2026-03-01T10:20:30.000Z',
      agentId: 'agent-1',
      messageId: 'msg-17',
      declaredMimeType: null,
      media: ['1,300 × 900 pixels'],
      icon: 'file-media',
    },
    warning: null,
    problem: null,
    models: [
      { id: 'text-model', name: 'Text model', model: 'gpt-4', input: ['text'] },
      { id: 'vision-model', name: 'Vision model', model: 'gpt-4o', input: ['text', 'vision'] },
    ],
    selected: 'vision-model',
    content: { kind: 'image', uri: '/files/chart.png' },
    verdict: {
      outcome: 'image_url',
      binaryType: 'image',
      rule: 'capability_present',
      capabilities: ['vision'],
      granted: 'vision',
      limit: null,
      capable: ['vision-model'],
    },
    arrival: { state: 'arrives', reason: null },
    descriptions: null,
    message: { json: '{\n  "role": "tool"\n}', jsonLength: 20, text: null, textLength: 0 },
    wire: sampleWire(),
    apis: [
      { id: 'openai-chat', name: 'OpenAI Chat Completions' },
      { id: 'openai-responses', name: 'OpenAI Responses' },
      { id: 'anthropic', name: 'Anthropic Messages' },
      { id: 'gemini', name: 'Gemini generateContent' },
      { id: 'ollama', name: 'Ollama chat' },
    ],
    tokens: {
      routed: tokenRange(1105),
      pasted: { low: 101_239, high: 101_239, formula: '1 token per 3 characters of base64', sources: ['gpt-tokenizer o200k_base'] },
    },
    why: {
      steps: [
        { state: 'passed', title: 'The artifact is there', detail: 'artifact:8, 12.1 KB' },
        { state: 'passed', title: 'It is an image', detail: 'Declared image/png, and the bytes agree.' },
        { state: 'passed', title: 'Vision model takes images', detail: 'It declares the input capability “vision”.' },
        {
          state: 'warning',
          title: 'OpenAI Chat Completions takes no media in a tool result',
          detail: 'The image moves to the user message that follows.',
        },
      ],
      fixes: [],
    },
    comparison: null,
    ...change,
  };
}

/** An estimate with a formula and a source. */
export function tokenRange(low: number, high = low): TokenRange {
  return {
    low,
    high,
    formula: '85 + 170 · ⌈w/512⌉ · ⌈h/512⌉, seen as 1300 × 900',
    sources: ['https://platform.openai.com/docs/guides/images-vision (2026-03)'],
  };
}

/** A body of OpenAI Chat Completions in which the image was re-homed. */
export function sampleWire(change: Partial<PreviewWire> = {}): PreviewWire {
  const json = JSON.stringify(
    {
      model: 'gpt-4o',
      messages: [
        { role: 'tool', tool_call_id: 'call_preview', content: '工件内容 (chart.png):' },
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo… (16,460 characters)' } }] },
      ],
    },
    null,
    2,
  );
  return {
    api: 'openai-chat',
    certainty: 'inferred',
    because: 'The base URL is that of OpenAI.',
    json,
    jsonLength: json.length + 16_400,
    parts: [
      {
        label: 'text',
        outcome: 'sent',
        rule: 'Text stands where the message has it.',
        source: 'openai ChatCompletionToolMessageParam',
        pointer: '/messages/0/content',
      },
      {
        label: 'chart.png · image/png',
        outcome: 'rehomed',
        rule: 'A tool message takes text only; the image moves to the user message that follows.',
        source: 'https://platform.openai.com/docs/api-reference/chat/create (2026-03)',
        pointer: '/messages/1/content/0',
      },
    ],
    limits: [],
    ...change,
  };
}

/** A state of each way a part and a limit can end. */
export function everyOutcome(): PreviewWire {
  const source = 'https://docs.anthropic.com/en/docs/build-with-claude/vision (2026-03)';
  return sampleWire({
    parts: [
      ...sampleWire().parts,
      {
        label: 'voice.wav · audio/wav',
        outcome: 'converted',
        rule: 'Audio is sent as input_audio.',
        source: 'openai ChatCompletionContentPartInputAudio',
        pointer: '/messages/1/content/1',
      },
      {
        label: 'scan.tiff · image/tiff',
        outcome: 'rejected',
        rule: 'The API refuses image/tiff.',
        source,
        pointer: '/messages/1/content/2',
      },
      { label: 'demo.mp4 · video/mp4', outcome: 'dropped', rule: 'The API has no shape for video.', source, pointer: null },
    ],
    limits: [
      { severity: 'info', text: 'The model will see 1456 × 819 pixels.', source },
      { severity: 'error', text: 'The image has 100,000,000 pixels; the API takes at most 8,000 × 8,000.', source },
      { severity: 'warning', text: 'Only the first frame is seen.', source },
    ],
  });
}

/** A comparison of so many services; their names, sizes and outcomes differ. */
/** The same with price and context, of two dollars and half a dollar for a million tokens in turn. */
export function pricedRange(low: number, high = low, isUnknown = false): TokenRange {
  if (isUnknown) return tokenRange(low, high);
  const rate = (low % 2 === 0 ? 2 : 0.5) / 1e6;
  return {
    ...tokenRange(low, high),
    price: { low: low * rate, high: high * rate, source: 'OpenAI, gpt-4o: @pydantic/genai-prices 0.1.8, 2026-09-23' },
    context: { low: low / 128_000, high: high / 128_000, window: 128_000, source: '@langchain/openai 1.6.0, 2026-09-27' },
  };
}

export function sampleComparison(count: number): Comparison {
  const wires = ['sent', 'rehomed', 'converted', 'rejected', 'dropped', null] as const;
  const routes = ['image_url', 'file', 'description', 'text', 'failed'] as const;
  const limits = [null, 'warning', null, 'error', 'info'] as const;
  const row = (index: number): ComparedRow => ({
    serviceId: `service-${index}`,
    name: `Service ${index}`,
    model: `model-${index % 7}`,
    api: 'openai-chat',
    apiName: 'OpenAI Chat Completions',
    certainty: index % 3 === 0 ? 'declared' : 'inferred',
    route: routes[index % routes.length] ?? 'text',
    arrival: arrivalOf(routes[index % routes.length], wires[index % wires.length]),
    wire: wires[index % wires.length] ?? null,
    limit: limits[index % limits.length] ?? null,
    detail: 'A tool message takes text only; the image moves to the user message that follows.',
    bytes: index % 11 === 0 ? null : 10_000 + ((index * 7919) % 5000) * 1000,
    tokens: index % 13 === 0 ? null : pricedRange(100 + ((index * 31) % 900), index % 2 ? 1500 : undefined, index % 5 === 0),
  });
  const services = Array.from({ length: count }, (_, index) => row(index + 1));
  if (services[0]) services[0] = { ...services[0], serviceId: 'vision-model', name: 'Vision model', model: 'gpt-4o' };
  if (services[1]) services[1] = { ...services[1], serviceId: 'text-model', name: 'Text model', model: 'gpt-4' };
  const apis = ['OpenAI Chat Completions', 'OpenAI Responses', 'Anthropic Messages', 'Gemini generateContent', 'Ollama chat'];
  const ids = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ollama'];
  return {
    services,
    apis: apis.map((name, index) => ({
      ...row(index),
      serviceId: null,
      name,
      model: '',
      api: ids[index] ?? '',
      apiName: name,
      certainty: index === 0 ? 'inferred' : 'chosen',
      route: 'image_url',
    })),
    programs: samplePrograms(),
  };
}

/** A row of each outcome. */
function samplePrograms(): ProgramRow[] {
  const row = (name: string, outcome: ProgramRow['outcome'], sends: string): ProgramRow => ({
    name,
    version: '1.2.3',
    outcome,
    sends,
    detail: 'Seen on 2026-11-27 with gpt-4o.',
    sendsContent: outcome === 'sent' || outcome === 'raw',
    tokens: outcome === 'sent' ? pricedRange(765) : null,
  });
  return [
    row('Claude Code', 'sent', 'Image, 1568 × 1045, image/png'),
    row('Copilot CLI', 'note', 'Only a note'),
    row('pi', 'raw', 'Raw bytes as text, cut to about 50 KB'),
    row('Gemini CLI', 'nothing', 'Nothing'),
    { ...row('opencode', 'unknown', 'Not known'), detail: 'opencode 1.2.3 has not been observed with such a file.' },
  ];
}

function arrivalOf(route: ComparedRow['route'] | undefined, wire: ComparedRow['wire'] | undefined): ComparedRow['arrival'] {
  if (wire === 'rejected') return 'refused';
  if (route === 'description') return 'described';
  if (route === 'failed') return 'failed';
  return wire === 'dropped' ? 'dropped' : 'arrives';
}

/** Two pictures that are shown side by side, with facts of which some differ. */
export function samplePictures(uris: readonly [string, string]): Extract<PreviewContent, { kind: 'attachments' }> {
  const { facts } = sampleState();
  const second = {
    ...facts,
    id: '9',
    place: '9',
    name: 'chart with a title.png',
    size: 23_456,
    media: ['1300 × 900 pixels'],
    agentId: null,
  };
  const items = [{ ...facts, media: ['640 × 480 pixels'] }, second].map((each, index) => ({
    reference: `artifact:${each.id}`,
    name: each.name,
    typeName: each.typeName,
    icon: each.icon,
    size: each.size,
    outcome: 'included' as const,
    reason: '“vision” is declared: the attachment is part of the message.',
    picture: { uri: uris[index] ?? '', facts: each },
  }));
  return { kind: 'attachments', items };
}

/** Three attachments of one message: one arrives, one is described, one fails. */
export function sampleAttachments(): Extract<PreviewContent, { kind: 'attachments' }> {
  return {
    kind: 'attachments',
    items: [
      {
        reference: 'artifact:8',
        name: 'chart.png',
        typeName: 'PNG image',
        icon: 'file-media',
        size: 12_345,
        outcome: 'included',
        reason: 'Vision model declares the input capability “vision”.',
      },
      {
        reference: 'artifact:15',
        name: 'report.pdf',
        typeName: 'PDF document',
        icon: 'file-pdf',
        size: 16_384,
        outcome: 'described',
        reason: 'Vision model does not declare the input capability “file”.',
      },
      {
        reference: 'artifact:33',
        name: 'pending-export.mp4',
        typeName: 'MP4 video',
        icon: 'device-camera-video',
        size: null,
        outcome: 'failed',
        reason: 'The ID is reserved; the content is still being produced.',
      },
    ],
  };
}

/** What blocks an image, and what would let it through. */
export function sampleWhy(): PreviewState['why'] {
  return {
    steps: [
      { state: 'passed', title: 'The artifact is there', detail: 'artifact:8, 12.1 KB' },
      { state: 'warning', title: 'Declared as text/plain, but it is an image', detail: 'The bytes are a PNG image; the content decides.' },
      { state: 'stopped', title: 'Text model does not take images', detail: 'It does not declare the input capability “vision”.' },
      { state: 'skipped', title: 'OpenAI Chat Completions', detail: 'Only a text is sent.' },
    ],
    fixes: [
      { icon: 'add', label: 'Add “vision” to Text model', detail: 'If the model can see, its configuration should say so.' },
      { icon: 'sparkle', label: 'Use Vision model', detail: 'It declares the input capability “vision”.' },
      { icon: 'edit', label: 'Correct the declared type to image/png', detail: '' },
    ],
  };
}
