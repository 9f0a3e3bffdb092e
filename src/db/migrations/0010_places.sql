-- linked_objects: the jobcodes with an active link.
create table locations (
  company_id integer not null,
  id integer not null,
  addr1 text not null,
  addr2 text not null,
  city text not null,
  state text not null,
  zip text not null,
  country text not null,
  active integer not null,
  latitude double precision not null,
  longitude double precision not null,
  label text not null,
  notes text not null,
  geocoding_status text not null,
  created bigint not null,
  last_modified bigint not null,
  linked_objects text not null,
  geofence_config_id integer not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create index locations_modified on locations (company_id, last_modified);

-- One row for every pair that was ever linked.
create table locations_map (
  company_id integer not null,
  id integer not null,
  x_id integer not null,
  location_id integer not null,
  active integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index locations_map_pair on locations_map (company_id, location_id, x_id);
create index locations_map_jobcode on locations_map (company_id, x_id);
create index locations_map_modified on locations_map (company_id, last_modified);

create table geofence_configs (
  company_id integer not null,
  id integer not null,
  type text not null,
  type_id integer not null,
  active integer not null,
  enabled integer not null,
  radius integer not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index geofence_configs_object on geofence_configs (company_id, type, type_id);
create index geofence_configs_modified on geofence_configs (company_id, last_modified);

-- created is the client's time, last_modified when it was stored. The unique index recognizes what was sent before.
create table geolocations (
  company_id integer not null,
  id integer not null,
  user_id integer not null,
  accuracy double precision not null,
  altitude double precision not null,
  latitude double precision not null,
  longitude double precision not null,
  device_identifier text /* postgres: collate "C" */ not null,
  source text not null,
  heading integer not null,
  speed double precision not null,
  created bigint not null,
  last_modified bigint not null,
  primary key (company_id, id)
) /* sqlite: without rowid */;
create unique index geolocations_sample on geolocations
  (company_id, user_id, created, latitude, longitude, accuracy, altitude, device_identifier);
create index geolocations_created on geolocations (company_id, created, id, user_id, last_modified);
create index geolocations_modified on geolocations (company_id, last_modified, id, user_id, created);
