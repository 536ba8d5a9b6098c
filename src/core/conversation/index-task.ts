import type { StreamTask } from '../io/compute.ts';
import type { IndexItem } from './index-conversation.ts';

/** `indexConversation` for a worker: conversations hold what anybody wrote. */
export const indexConversationTask: StreamTask<Record<string, never>, IndexItem> = {
  name: 'index-conversation',
  load: async () => {
    const { indexConversation } = await import('./index-conversation.ts');
    return (chunks) => indexConversation(chunks);
  },
};
