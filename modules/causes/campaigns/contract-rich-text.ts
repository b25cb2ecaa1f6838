import { z } from 'zod'
import type { RichNode } from '#shared/rich-text.ts'

/** A node of sanitized text; `server/http/openapi.ts` documents its shape by hand. */
export const richNode = z.custom<RichNode>()
