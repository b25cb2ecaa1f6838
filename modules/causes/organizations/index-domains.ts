export { findProvedDomain, primaryDomains, type ProvedDomain } from './queries/domains.ts'
