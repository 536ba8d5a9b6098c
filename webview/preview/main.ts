import './preview-app.ts';

document.body.append(document.createElement('agent-artifacts-preview'));
