/** An image as a part of a message's content. */
export interface ImageUrlPart {
  readonly type: 'image_url';
  readonly image_url: {
    /** `data:{mimeType};base64,{data}` */
    readonly url: string;
  };
}

/** A file as a part of a message's content. */
export interface FilePart {
  readonly type: 'file';
  readonly file: {
    readonly filename: string;
    readonly mimeType: string;
    /** base64 with padding. */
    readonly data: string;
  };
}

/** Text as a part of a message's content. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** A part of the canonical message. */
export type ContentPart = TextPart | ImageUrlPart | FilePart;
