import { keepFocus } from '../host.ts';
import './preview-app.ts';

document.querySelector('main')?.append(document.createElement('agent-artifacts-preview'));
keepFocus();
