import { MessagesSquare } from 'lucide-react';
import { lazyView } from '../../shell/lazy-view.tsx';
import type { Page } from '../page.ts';

/** Talking to one model, or to two beside each other. */
export const createChatPage = (): Page => ({
  path: 'chat',
  title: 'Chat',
  icon: MessagesSquare,
  component: lazyView(async () => (await import('./chat-page.tsx')).ChatPage),
});
