export { primaryDomains, provedHostsOf } from './queries/domains.ts'
