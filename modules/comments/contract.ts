import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const comment = z.object({
  id: z.string(),
  campaignId: z.string(),
  donationId: z.string(),
  comment: z.string(),
  userDisplayName: z.string(),
  userDisplayLocation: z.string(),
  createdAt: z.string(),
})

export const commentsContract = {
  'POST /v4/donations/comment': endpoint({
    access: 'anyone',
    summary: 'Words of support with a gift, by whoever gave it.',
    // Every field may be missing here, so that the specification's own sentence says so (S2 §8).
    input: z.object({
      userId: z.string().max(64).optional(),
      campaignId: z
        .union([z.string().max(20), z.number().int()])
        .transform(String)
        .optional(),
      donationId: z.string().max(64).optional(),
      comment: z.string().max(8000).default(''),
      userDisplayName: z.string().trim().max(80).default(''),
      userDisplayLocation: z.string().trim().max(80).default(''),
    }),
    output: comment,
    refuses: ['user-and-token-required', 'not-found', 'comment-exists'],
  }),
  'GET /v4/campaigns/:campaignId/comments': endpoint({
    access: 'anyone',
    summary: 'Words of support for a campaign, newest first.',
    input: z.object({
      campaignId: z.string().regex(/^\d{1,18}$/),
      limit: z.coerce.number().int().min(1).max(50).default(10),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    output: z.object({ comments: z.array(comment.omit({ donationId: true })) }),
  }),
}
