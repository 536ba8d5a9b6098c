import { keepFocus } from '../host.ts';
import './matrix-app.ts';

document.querySelector('main')?.append(document.createElement('agent-artifacts-matrix'));
keepFocus();
