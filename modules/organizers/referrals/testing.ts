import { aDonation } from '#modules/organizers/organizing/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import type { MemberRole } from '#modules/causes/organizations/index.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { RefererView } from './contract.ts'

type Answered<T> = { readonly status: number; readonly body: T & { readonly code?: string } }

/** Creates helpers for calls to the API and for donations through links. */
export function referralHelpers(installation: TestApp) {
  const { app, fastify } = installation
  let requestCount = 0

  const ask = async <T = Record<string, never>>(
    token: string | undefined,
    method: 'GET' | 'POST',
    url: string,
    payload: object = {},
  ): Promise<Answered<T>> => {
    requestCount += 1
    const answer = await fastify.inject({
      method,
      url,
      // Each request comes from its own network, so rate limits don't apply.
      remoteAddress: `10.1.${Math.floor(requestCount / 250)}.${requestCount % 250}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { payload }),
    })
    return {
      status: answer.statusCode,
      body: (answer.headers['content-type']?.includes('json') ? answer.json() : answer.body) as never,
    }
  }

  /** Creates a person with a link for a fundraiser, or for programmes if 0. */
  async function aLeader(campaignId: bigint, givingPlanId?: string) {
    const { token, viewer } = await aSession(app, { firstName: 'Sana', lastName: 'Qureshi' })
    const { status, body } = await ask<RefererView>(token, 'POST', '/v4/referers', {
      campaignId: String(campaignId),
      ...(givingPlanId ? { givingPlanId } : {}),
    })
    if (status !== 200) throw new Error(`there is no link: ${JSON.stringify(body)}`)
    return { token, viewer, code: body.code, referer: body }
  }

  /** Creates a paid donation of 20.00 with a code and runs its event handlers. */
  async function aReferral(
    campaignId: bigint,
    code: string | null,
    line: Parameters<typeof aDonation>[2] = {},
    donor: Parameters<typeof aDonation>[3] = {},
  ) {
    const donation = await aDonation(app, campaignId, { referredDonor: code, ...line }, donor)
    await drain()
    return donation
  }

  const drain = async () => {
    while ((await drainOutbox(app)) > 0);
  }

  /** Creates a member of a fundraiser's charity. */
  const ofCharity = async (organizationId: bigint, role: MemberRole) => {
    const { token, viewer } = await aSession(app)
    await app.write((tx) =>
      tx
        .insertInto('organizations.member')
        .values({ organization_id: organizationId, account_id: viewer.accountId, role, added_at: app.clock() })
        .execute(),
    )
    return token
  }

  return { ask, aLeader, aReferral, ofCharity, drain }
}
