-- A pause may name the day it ends on: from that day on the subscription gives again. Without one it rests until its donor says so.
alter table subscriptions.subscription add column resumes_on date;
alter table subscriptions.subscription add constraint only_a_pause_ends check (resumes_on is null or state = 'paused');
create index subscription_to_resume on subscriptions.subscription (resumes_on) where state = 'paused' and resumes_on is not null;
