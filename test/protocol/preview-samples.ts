import type { PreviewState } from '../../src/shared/preview-state.ts';

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
    message: { json: '{\n  "role": "tool"\n}', jsonLength: 20, text: null, textLength: 0 },
    ...change,
  };
}
