import { answer, type Handlers } from '#shared/endpoint.ts'
import { accountOf, type IdentityPorts, type Viewer, type FieldKey } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { privacyContract } from './contract.ts'
import { consentsOf, recordConsent } from './consents.ts'
import { erase, erasureOf } from './erase.ts'
import { requestExport, exportDocument, exportsOf } from './export.ts'

export const privacyHandlers: Handlers<
  typeof privacyContract,
  IdentityPorts & NotificationPorts & { readonly fieldKey: FieldKey },
  Viewer
> = {
  'GET /v4/privacy/exports': ({ app, viewer }) => exportsOf(app, accountOf(viewer)),
  'POST /v4/privacy/exports': ({ app, viewer, context }) => requestExport(app, accountOf(viewer), context),
  'GET /v4/privacy/consents': ({ app, viewer, context }) => consentsOf(app, accountOf(viewer), context.locale),
  'POST /v4/privacy/consents': ({ app, viewer, context, input }) =>
    recordConsent(app, accountOf(viewer), context, input),
  'GET /v4/privacy/erasure': ({ app, viewer }) => erasureOf(app, accountOf(viewer)),
  'POST /v4/privacy/erasure': async ({ app, viewer, context }) =>
    answer(await erase(app, accountOf(viewer), context), { session: null }),
  'GET /v4/privacy/exports/:exportId/document': ({ app, viewer, context, input }) =>
    exportDocument(app, accountOf(viewer), context, input),
}
