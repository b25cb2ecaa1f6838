-- Q13: audit log checkpoints whose entries were changed, and entries that the checkpoints skipped
select s.id as checkpoint, s.first_entry, s.last_entry
from (
  select s.*, lag(s.hash) over (order by s.id) as previous, lag(s.last_entry) over (order by s.id) as previous_last
  from audit.checkpoint s
) s
where s.hash <> audit.hash_of(s.previous, s.first_entry, s.last_entry)
  or exists (select from audit.entry e where e.id > coalesce(s.previous_last, 0) and e.id < s.first_entry)
