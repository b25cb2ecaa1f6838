import { getPublicCampaign } from '#modules/causes/campaigns/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { commentsContract } from './contract.ts'
import { setHiddenByOrganizer, wordsForOrganizer } from './hide-words.ts'
import { editWords, deleteOwnWords, wordsOfDonation } from './edit-words.ts'
import { postComment } from './post-comment.ts'
import { type Comment, listComments, type PublicComment } from './comment-queries.ts'

const viewOf = ({ id, campaignId, body, displayName, displayPlace, createdAt }: Omit<PublicComment, 'total'>) => ({
  id,
  campaignId: String(campaignId),
  comment: body,
  userDisplayName: displayName,
  userDisplayLocation: displayPlace,
  createdAt,
})
function stateOf(comment: Comment): 'hidden' | 'in-review' | 'public' {
  if (comment.hiddenAt) return 'hidden'
  return comment.reviewSince ? 'in-review' : 'public'
}
const ownViewOf = (comment: Comment) => ({
  ...viewOf(comment),
  donationId: comment.donationId,
  state: stateOf(comment),
})
const runViewOf = (comment: Comment) => ({
  ...viewOf(comment),
  state: stateOf(comment),
  hiddenBy: comment.hiddenBy === 'author' ? null : comment.hiddenBy,
  hiddenReason: comment.hiddenReason,
})

export const commentsHandlers: Handlers<typeof commentsContract, Ports, Viewer> = {
  'POST /v4/donations/comment': async ({ app, viewer, input }) => ownViewOf(await postComment(app, viewer, input)),
  'GET /v4/campaigns/:campaignId/comments': async ({ app, input }) => {
    const campaignId = BigInt(input.campaignId)
    await getPublicCampaign(app, campaignId)
    const rows = await listComments(app, campaignId, input.limit, input.offset)
    if (!rows) throw new Problem('not-found', 'campaign-not-found')
    return { comments: rows.map(viewOf), total: rows[0]?.total ?? 0 }
  },
  'PATCH /v4/campaigns/:campaignId/comments/:commentId': async ({ app, viewer, input }) =>
    ownViewOf(await editWords(app, viewer, { ...input, campaignId: BigInt(input.campaignId) })),
  'DELETE /v4/campaigns/:campaignId/comments/:commentId': async ({ app, viewer, input }) => {
    await deleteOwnWords(app, viewer, { ...input, campaignId: BigInt(input.campaignId) })
    return { id: input.commentId }
  },
  'GET /v4/account/donations/:donationId/comment': async ({ app, viewer, input }) => {
    const comment = await wordsOfDonation(app, viewer, input.donationId)
    return { comment: comment ? ownViewOf(comment) : null }
  },
  'GET /v4/campaigns/:campaignId/comments/all': async ({ app, viewer, input }) => {
    const { comments, hasMore } = await wordsForOrganizer(app, viewer, {
      ...input,
      campaignId: BigInt(input.campaignId),
    })
    return { comments: comments.map(runViewOf), hasMore }
  },
  'POST /v4/campaigns/:campaignId/comments/:commentId/hidden': async ({ app, viewer, context, input }) =>
    runViewOf(
      await setHiddenByOrganizer(app, viewer, { ...input, campaignId: BigInt(input.campaignId), ip: context.ip }),
    ),
}
