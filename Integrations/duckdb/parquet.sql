-- The tables that lifecheck_spark.py writes, as views. For another folder: set variable tables = 'path'.

create or replace macro files_of(name) as coalesce(getvariable('tables'), 'tables') || '/' || name || '/**/*.parquet';

create or replace view logs as
from read_parquet(files_of('logs'), hive_partitioning = true, hive_types_autocast = false);
create or replace view verdicts as
from read_parquet(files_of('verdicts'), hive_partitioning = true, hive_types_autocast = false);
create or replace view violations as
from read_parquet(files_of('violations'), hive_partitioning = true, hive_types_autocast = false);
create or replace view rules as from read_parquet(files_of('rules'));
