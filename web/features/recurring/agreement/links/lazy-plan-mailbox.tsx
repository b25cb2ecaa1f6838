import { lazy, Suspense } from 'react'

const PlanMailbox = lazy(() => import('./plan-mailbox.tsx').then((module) => ({ default: module.PlanMailbox })))

/** The plan's email address, loaded after the thank-you page. */
export const LazyPlanMailbox = (props: { readonly intentId: string; readonly token: string }) => (
  <Suspense fallback={null}>
    <PlanMailbox {...props} />
  </Suspense>
)
