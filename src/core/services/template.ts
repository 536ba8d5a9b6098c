/**
 * The text of a new `llmservices.json`: one service of each usual kind. It loads as it is, has no problems,
 * and is plain JSON: runtimes read it without leave for comments.
 */
export function servicesTemplate(): string {
  return `{
  "services": [
    {
      "id": "text-model",
      "name": "Text model",
      "baseURL": "https://api.example.com/v1",
      "model": "text-model-name",
      "apiKey": "",
      "capabilityTags": ["chat", "coding"],
      "capabilities": {
        "input": ["text"],
        "output": ["text", "structured_output", "tool_calling"]
      },
      "description": "Reads text. Images and files reach it as short descriptions."
    },
    {
      "id": "vision-model",
      "name": "Vision model",
      "baseURL": "https://api.example.com/v1",
      "model": "vision-model-name",
      "apiKey": "",
      "capabilityTags": ["vision"],
      "capabilities": {
        "input": ["text", "vision"],
        "output": ["text", "structured_output", "tool_calling"]
      },
      "description": "Sees images too. Other files reach it as short descriptions."
    },
    {
      "id": "multimodal-model",
      "name": "Multimodal model",
      "baseURL": "https://api.example.com/v1",
      "model": "multimodal-model-name",
      "apiKey": "",
      "capabilityTags": ["vision", "audio", "files"],
      "capabilities": {
        "input": ["text", "vision", "audio", "video", "file"],
        "output": ["text", "structured_output", "tool_calling"]
      },
      "description": "Takes images, audio, video and files."
    }
  ]
}
`;
}
