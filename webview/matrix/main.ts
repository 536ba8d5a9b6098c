import './matrix-app.ts';

document.body.append(document.createElement('agent-artifacts-matrix'));
