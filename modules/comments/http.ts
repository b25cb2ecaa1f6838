import type { Handlers } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import type { Viewer } from '#modules/identity/index.ts'
import type { commentsContract } from './contract.ts'
import { postComment } from './post-comment.ts'
import { type Comment, listComments } from './queries.ts'

const viewOf = ({ id, campaignId, body, displayName, displayPlace, createdAt }: Comment) => ({
  id,
  campaignId: String(campaignId),
  comment: body,
  userDisplayName: displayName,
  userDisplayLocation: displayPlace,
  createdAt: createdAt.toISOString(),
})

export const commentsHandlers: Handlers<typeof commentsContract, Ports, Viewer> = {
  'POST /v4/donations/comment': async ({ app, viewer, input }) => {
    const comment = await postComment(app, viewer, input)
    return { ...viewOf(comment), donationId: comment.donationId }
  },
  'GET /v4/campaigns/:campaignId/comments': async ({ app, input }) => ({
    comments: (await listComments(app, BigInt(input.campaignId), input.limit, input.offset)).map(viewOf),
  }),
}
