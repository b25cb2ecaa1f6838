import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const comment = z.object({
  id: z.string(),
  campaignId: z.string(),
  comment: z.string(),
  userDisplayName: z.string(),
  userDisplayLocation: z.string(),
  createdAt: z.string(),
})
z.globalRegistry.add(comment, { id: 'Comment', description: 'Words of support in public.' })
/** To its author: with its gift, and whether it is public. `held`: somebody of the platform reads it first. */
const ownComment = comment.extend({ donationId: z.string(), state: z.enum(['public', 'held', 'hidden']) })
z.globalRegistry.add(ownComment, { id: 'OwnComment', description: 'Words of support as their author sees them.' })
/** To those who run the fundraiser: never the gift, nor who gave it where that is not public. */
const runComment = comment.extend({
  state: z.enum(['public', 'held', 'hidden']),
  hiddenBy: z.enum(['organizer', 'staff']).nullable(),
  hiddenReason: z.string(),
})
z.globalRegistry.add(runComment, { id: 'ModeratedComment', description: 'Words of support as the people who run the campaign see them.' })

const campaignId = z.string().regex(/^\d{1,18}$/)
const commentId = z.string().max(64)
const words = z.string().max(8000)
const name = z.string().trim().max(80)

export const commentsContract = {
  'POST /v4/donations/comment': endpoint({
    access: 'anyone',
    summary: 'Words of support with a gift, by whoever gave it.',
    // Every field may be missing here, or null, so that the specification's own sentence says so (S2 §8).
    input: z.object({
      userId: z.string().max(64).nullish(),
      campaignId: z
        .union([z.string().max(20), z.number().int()])
        .transform(String)
        .nullish(),
      donationId: z.string().max(64).nullish(),
      comment: words.default(''),
      userDisplayName: name.default(''),
      userDisplayLocation: name.default(''),
    }),
    output: ownComment,
    refuses: ['user-and-token-required', 'not-found', 'comment-exists'],
  }),
  'GET /v4/campaigns/:campaignId/comments': endpoint({
    access: 'anyone',
    summary: 'Words of support for a campaign, newest first, and how many there are.',
    input: z.object({
      campaignId,
      limit: z.coerce.number().int().min(1).max(50).default(10),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    output: z.object({
      comments: z.array(comment),
      /** All that are public; 0 beyond the last one. */
      total: z.number().int(),
    }),
  }),
  'PATCH /v4/campaigns/:campaignId/comments/:commentId': endpoint({
    access: 'guest',
    summary: 'Other words in place of one’s own: by the account whose gift it is, or the guest’s own token. Not found for everybody else.',
    input: z.object({ campaignId, commentId, comment: words, userDisplayName: name.optional(), userDisplayLocation: name.optional() }),
    output: ownComment,
    refuses: ['not-found'],
  }),
  'DELETE /v4/campaigns/:campaignId/comments/:commentId': endpoint({
    access: 'guest',
    summary: 'Takes one’s own words back, for good. Not found for everybody else.',
    input: z.object({ campaignId, commentId }),
    output: z.object({ id: z.string() }),
    refuses: ['not-found'],
  }),
  'GET /v4/account/gifts/:donationId/comment': endpoint({
    access: 'guest',
    summary: 'The words that the asker left with a gift of theirs: the account whose gift it is, or the guest’s own token. Not found for everybody else.',
    input: z.object({ donationId: z.string().max(64) }),
    output: z.object({ comment: ownComment.nullable() }),
    refuses: ['not-found'],
  }),
  'GET /v4/campaigns/:campaignId/comments/all': endpoint({
    access: 'signed-in',
    summary: 'Every word of a fundraiser, also hidden ones and those that wait, for those who may edit it.',
    input: z.object({
      campaignId,
      limit: z.coerce.number().int().min(1).max(50).default(20),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    output: z.object({ comments: z.array(runComment), hasMore: z.boolean() }),
    refuses: ['campaign-not-found'],
  }),
  'POST /v4/campaigns/:campaignId/comments/:commentId/hidden': endpoint({
    access: 'signed-in',
    summary: 'Takes words from the page of a fundraiser, or puts them back, by those who may edit it.',
    input: z.object({ campaignId, commentId, hidden: z.boolean(), reason: z.string().trim().max(500).default('') }),
    output: runComment,
    refuses: ['campaign-not-found', 'not-found', 'comment-hidden-by-staff'],
  }),
}
