export type { HostedPagePorts } from './ports.ts'
export { eraseHostedPages } from './erase-pages.ts'
