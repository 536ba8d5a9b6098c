/**
 * The text of a new `llmservices.json`: one service of each usual kind, with the capabilities explained.
 * It loads as it is and has no problems.
 */
export function servicesTemplate(): string {
  return `{
  // The model services of this runtime. "capabilities" decides how an artifact reaches a model:
  //   input   "text"    every model takes text
  //           "vision"  images are sent as images
  //           "audio"   audio is sent as a file
  //           "video"   video is sent as a file
  //           "file"    documents, archives and all other binary files are sent as files
  //           What a model does not take reaches it as a short text description instead.
  //   output  "text", "structured_output" (JSON by a schema), "tool_calling"
  // Other words are allowed too, as capabilities of your own. Without "capabilities": text in, text out.
  // Keep keys out of version control: llmservices.local.json, if present, is used instead of this file.
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
      "description": "Reads and writes text."
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
      "description": "Sees images too."
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
