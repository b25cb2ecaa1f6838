import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'

const comment = z.object({
  id: z.string(),
  campaignId: z.string(),
  comment: z.string(),
  userDisplayName: z.string(),
  userDisplayLocation: z.string(),
  createdAt: instant,
})
z.globalRegistry.add(comment, { id: 'Comment', description: 'Words of support as the public sees them.' })
/** For its author, with its donation and state. `in-review`: awaits review by staff. */
const ownComment = comment.extend({ donationId: z.string(), state: z.enum(['public', 'in-review', 'hidden']) })
z.globalRegistry.add(ownComment, { id: 'OwnComment', description: 'Words of support as their author sees them.' })
/** For organizers, without the donation and without the names of donors who aren't public. */
const runComment = comment.extend({
  state: z.enum(['public', 'in-review', 'hidden']),
  hiddenBy: z.enum(['organizer', 'staff']).nullable(),
  hiddenReason: z.string(),
})
z.globalRegistry.add(runComment, {
  id: 'ModeratedComment',
  description: 'Words of support as the people who run the campaign see them.',
})

const campaignId = numericId
const commentId = uuid
const words = z.string().max(8000)
const name = z.string().trim().max(80)

export const commentsContract = {
  'POST /v4/donations/comment': endpoint({
    access: 'anyone',
    summary: 'Post a comment',
    description: 'Adds words of support to a paid donation. Requires the account that donated, or the guest’s token.',
    // Every field may be missing or null, so that the specification's own error is returned (S2 §8).
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
    standby: true,
    summary: 'List comments',
    description:
      'Returns the public words of support of a campaign, newest first, and their number. Anyone may call it.',
    input: z.object({
      campaignId,
      limit: z.coerce.number().int().min(1).max(50).default(10),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    output: z.object({
      comments: z.array(comment),
      /** Number of public comments; 0 beyond the last page. */
      total: z.number().int(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'PATCH /v4/campaigns/:campaignId/comments/:commentId': endpoint({
    access: 'guest',
    summary: 'Edit a comment',
    description:
      'Replaces words of support. Requires the account that donated, or the guest’s token; everyone else gets 404.',
    input: z.object({
      campaignId,
      commentId,
      comment: words,
      userDisplayName: name.optional(),
      userDisplayLocation: name.optional(),
    }),
    output: ownComment,
    refuses: ['not-found'],
  }),
  'DELETE /v4/campaigns/:campaignId/comments/:commentId': endpoint({
    access: 'guest',
    summary: 'Delete a comment',
    description:
      'Permanently deletes words of support. Requires the account that donated, or the guest’s token; everyone else gets 404.',
    input: z.object({ campaignId, commentId }),
    output: z.object({ id: z.string() }),
    refuses: ['not-found'],
  }),
  'GET /v4/account/donations/:donationId/comment': endpoint({
    access: 'guest',
    summary: 'Get the comment of a donation',
    description:
      'Returns the words of support of a donation. Requires the account that donated, or the guest’s token; everyone else gets 404.',
    input: z.object({ donationId: uuid }),
    output: z.object({ comment: ownComment.nullable() }),
    refuses: ['not-found'],
  }),
  'GET /v4/campaigns/:campaignId/comments/all': endpoint({
    access: 'signed-in',
    summary: 'List all comments',
    description:
      'Returns all words of support of a campaign, including hidden ones and those that await review. Requires an account that may edit the campaign.',
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
    summary: 'Hide or show a comment',
    description:
      'Hides words of support on the campaign’s page, or shows them again. Requires an account that may edit the campaign.',
    input: z.object({ campaignId, commentId, hidden: z.boolean(), reason: z.string().trim().max(500).default('') }),
    output: runComment,
    refuses: ['campaign-not-found', 'not-found', 'comment-hidden-by-staff'],
  }),
}
