export { primaryDomains, verifiedHostsOf } from './queries/domains.ts'
export {
  claimDueDomains,
  countDomainCheck,
  deleteDomain,
  type Domain,
  domainsOf,
  domainTokenOf,
  ensureDomainToken,
  insertDomain,
  isVerifiedByAnother,
  postponeCheck,
  saveDomainVerification,
  setPrimaryDomain,
} from './queries/domain-verifications.ts'
