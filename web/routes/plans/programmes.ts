import type { RenderContext } from '#server/pages/render-context.ts'
import type { ProgrammeOffer } from '#web/features/recurring/subscriptions/wizard/programme-cards.tsx'
import { programmePaths } from '#web/features/recurring/subscriptions/wizard/programme.ts'

/** Loads the platform's programmes in a fixed order; none if loading fails, since pages work without them. */
export async function programmesOf({ api, logError }: RenderContext): Promise<readonly ProgrammeOffer[]> {
  try {
    const { plans } = await api('GET /v4/plans', { type: 'INTERNAL', limit: 50 })
    return Object.values(programmePaths).flatMap((programme) =>
      plans.filter((plan) => plan.programme === programme).map(({ signedUp }) => ({ programme, signedUp })),
    )
  } catch (error) {
    logError(error, 'the programmes could not be loaded')
    return []
  }
}
