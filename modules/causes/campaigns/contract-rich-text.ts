import { z } from 'zod'
import type { RichNode } from '#shared/rich-text.ts'

/**
 * A node of a text that was cleaned; what it may be is written down by hand in the document of the API
 * (`server/http/openapi.ts`).
 */
export const richNode = z.custom<RichNode>()
