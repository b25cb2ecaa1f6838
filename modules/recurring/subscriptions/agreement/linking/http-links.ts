import type { Handlers } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { renewConsentAs } from '../consent/renew-consent.ts'
import type { linksContract } from '../../contract-links.ts'
import { cancelSubscription } from '../managing/cancel.ts'
import type { PlanRequester } from '../managing/manage.ts'
import { pauseSubscription } from '../managing/pause.ts'
import { resumeSubscription } from '../managing/resume.ts'
import { skipDonation } from '../managing/skip-donation.ts'
import { changeCardByLink, finishCardByLink } from './card-by-link.ts'
import { changeAmountByLink, changeEmailByLink } from './change-by-link.ts'
import { openDonorLink } from './donor-link.ts'
import { eraseByLink } from './erase-by-link.ts'
import { type LinkMailPorts, requestChangeLink, requestLinks } from './link-mails.ts'
import { openLinkFor } from './link-permission.ts'
import { linkedView, readByLink, readLinkedDonation } from './linked-view.ts'

const link = ({ token }: { token: string }): PlanRequester => ({ kind: 'link', token })

export const linksHandlers: Handlers<typeof linksContract, LinkMailPorts, Viewer> = {
  'POST /v4/donor-links': ({ app, context, input }) => openDonorLink(app, context, input.code),
  'GET /v4/subscription-links': ({ app, context, input }) => readByLink(app, context, input.token),
  'POST /v4/subscription-links/cancel': async ({ app, context, input }) => {
    const { may } = await openLinkFor(app, input.token, 'look')
    return linkedView(app, await cancelSubscription(app, { by: link(input), context }), { ...context, may })
  },
  'POST /v4/subscription-links/pause': async ({ app, context, input }) => {
    const { may } = await openLinkFor(app, input.token, 'manage')
    const paused = await pauseSubscription(app, { by: link(input), context, until: input.until })
    return linkedView(app, paused, { ...context, may })
  },
  'POST /v4/subscription-links/skip': async ({ app, context, input }) => {
    const { may } = await openLinkFor(app, input.token, 'manage')
    return linkedView(app, await skipDonation(app, { by: link(input), context, key: input.key }), { ...context, may })
  },
  'GET /v4/subscription-links/donations': ({ app, context, input }) => readLinkedDonation(app, context, input),
  'POST /v4/subscription-links/resume': async ({ app, context, input }) => {
    const { may } = await openLinkFor(app, input.token, 'manage-guest')
    return linkedView(app, await resumeSubscription(app, { by: link(input), context }), { ...context, may })
  },
  'POST /v4/subscription-links/agree': async ({ app, context, input }) => {
    await openLinkFor(app, input.token, 'manage-guest')
    await renewConsentAs(app, link(input), context)
    return readByLink(app, context, input.token)
  },
  'POST /v4/subscription-links/amount': ({ app, context, input }) => changeAmountByLink(app, context, input),
  'POST /v4/subscription-links/change-links': ({ app, input }) => requestChangeLink(app, input.token),
  'POST /v4/subscription-links/cards': ({ app, context, input }) => changeCardByLink(app, context, input),
  'POST /v4/subscription-links/card-setups': ({ app, context, input }) => finishCardByLink(app, context, input),
  'POST /v4/subscription-links/email': ({ app, context, input }) => changeEmailByLink(app, context, input),
  'POST /v4/subscription-links/erase': async ({ app, context, input }) => {
    await eraseByLink(app, context, input.token)
    return {}
  },
  'POST /v4/subscription-links/requests': async ({ app, context, input }) => {
    await requestLinks(app, context, input.email)
    return {}
  },
}
