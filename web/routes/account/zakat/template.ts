import { renderContext } from '#server/pages/render-context.ts'
import { localDateIn } from '#shared/calendar.ts'
import { downloadText } from '#web/features/organizers/organizing/download-text.ts'
import { offsiteTemplate } from '#web/features/faith/zakat/tracker/offsite-template.ts'
import { requireSignIn } from '#web/lib/access.ts'
import type { Route } from './+types/template'

/** Returns a CSV file with headings and two example rows, in UTF-8 with a byte order mark for spreadsheet programs. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { viewer, locale, now } = context.get(renderContext)
  requireSignIn(viewer, request)
  const csv = offsiteTemplate(locale, localDateIn('UTC', now()))
  return downloadText({ csv: `\ufeff${csv}\r\n`, filename: 'zakat-payments.csv' })
}
