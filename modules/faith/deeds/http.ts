import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { answer, type Handlers } from '#shared/endpoint.ts'
import type { deedsContract } from './contract.ts'
import type { DeedsPorts } from './ports.ts'
import { readDeeds } from './read-deeds.ts'
import { readDeedsImage } from './read-deeds-image.ts'
import { latestDeedsYear } from './rules/deeds-year.ts'
import { answerSurvey, readSurvey } from './survey.ts'

export const deedsHandlers: Handlers<typeof deedsContract, DeedsPorts, Viewer> = {
  'GET /v4/deeds': async ({ app, viewer, input }) =>
    answer(await readDeeds(app, accountOf(viewer), input.hijriYear), { headers: { 'cache-control': 'no-store' } }),
  'GET /v4/deeds/image': ({ app, viewer, context, input }) =>
    readDeedsImage(app, accountOf(viewer), { ...input, locale: context.locale, hasAmounts: input.amounts === '1' }),
  'POST /v4/deeds/survey': async ({ app, viewer, input }) => {
    await answerSurvey(app, accountOf(viewer).accountId, input)
    return { saved: true as const }
  },
  'GET /v4/staff/deeds-survey': async ({ app, input }) => {
    const hijriYear = input.hijriYear ?? latestDeedsYear(app.clock())
    const { ratings, comments } = await readSurvey(app, hijriYear)
    return {
      hijriYear,
      ratings,
      comments,
    }
  },
}
