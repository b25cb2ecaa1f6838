import { lazy, Suspense } from 'react'

const PlanMailbox = lazy(() => import('./plan-mailbox.tsx').then((module) => ({ default: module.PlanMailbox })))

/** Where the mails of a new plan go, loaded once the page has thanked its donor. */
export const LazyPlanMailbox = (props: { readonly intentId: string; readonly token: string }) => (
  <Suspense fallback={null}>
    <PlanMailbox {...props} />
  </Suspense>
)
