import type { StreamTask } from '../io/compute.ts';
import type { TranscriptFinding } from './finding.ts';

export const lintTask: StreamTask<Record<string, never>, TranscriptFinding> = {
  name: 'lint-transcript',
  load: async () => {
    const { lintTranscript } = await import('./lint-transcript.ts');
    return (chunks) => lintTranscript(chunks);
  },
};
