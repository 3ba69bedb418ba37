// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

const SuccessEnvelope = validate20;
const schema31 = {"$ref":"components#/$defs/SuccessEnvelope","$id":"SuccessEnvelope"};
const schema33 = {"description":"The reply to a command that was executed.","type":"object","required":["result"],"additionalProperties":false,"properties":{"result":{"$ref":"components#/$defs/Result"}}};
const schema34 = {"description":"A reply of the wire protocol. Arrays can hold arrays.","anyOf":[{"type":"null"},{"type":"integer","format":"int64"},{"type":"string"},{"type":"array","items":{"$ref":"components#/$defs/Result"}}]};
const wrapper0 = {validate: validate23};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(data !== null){
const err0 = {instancePath,schemaPath:"#/anyOf/0/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
const _errs3 = errors;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
const err1 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
const _errs5 = errors;
if(typeof data !== "string"){
const err2 = {instancePath,schemaPath:"#/anyOf/2/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs5 === errors;
valid0 = valid0 || _valid0;
const _errs7 = errors;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(wrapper0.validate(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, wrapper0.validate.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/anyOf/3/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs7 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
var items1 = true;
}
if(!valid0){
const err4 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate23.errors = vErrors;
evaluated0.items = items1;
return errors === 0;
}
validate23.evaluated = {"dynamicProps":false,"dynamicItems":true};


function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.result === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "result"},message:"must have required property '"+"result"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "result")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.result !== undefined){
if(!(validate23(data.result, {instancePath:instancePath+"/result",parentData:data,parentDataProperty:"result",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="SuccessEnvelope" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate22(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate22.errors);
errors = vErrors.length;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const ErrorEnvelope = validate26;
const schema35 = {"$ref":"components#/$defs/ErrorEnvelope","$id":"ErrorEnvelope"};
const schema36 = {"description":"The error of a failed request or command.","type":"object","required":["error"],"additionalProperties":false,"properties":{"error":{"description":"An error class word and a text.","type":"string"}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ErrorEnvelope" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.error === undefined){
const err0 = {instancePath,schemaPath:"components#/$defs/ErrorEnvelope/required",keyword:"required",params:{missingProperty: "error"},message:"must have required property '"+"error"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "error")){
const err1 = {instancePath,schemaPath:"components#/$defs/ErrorEnvelope/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.error !== undefined){
if(typeof data.error !== "string"){
const err2 = {instancePath:instancePath+"/error",schemaPath:"components#/$defs/ErrorEnvelope/properties/error/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"components#/$defs/ErrorEnvelope/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const BatchResponse = validate27;
const schema37 = {"$ref":"components#/$defs/BatchResponse","$id":"BatchResponse"};
const schema38 = {"description":"One envelope for each command of the batch, in the same order.","type":"array","items":{"$ref":"components#/$defs/Envelope"}};
const schema39 = {"description":"The reply or the error of one command of a batch.","oneOf":[{"$ref":"components#/$defs/SuccessEnvelope"},{"$ref":"components#/$defs/ErrorEnvelope"}]};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.result === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "result"},message:"must have required property '"+"result"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "result")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.result !== undefined){
if(!(validate23(data.result, {instancePath:instancePath+"/result",parentData:data,parentDataProperty:"result",rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate23.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate30(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate30.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.error === undefined){
const err0 = {instancePath,schemaPath:"components#/$defs/ErrorEnvelope/required",keyword:"required",params:{missingProperty: "error"},message:"must have required property '"+"error"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "error")){
const err1 = {instancePath,schemaPath:"components#/$defs/ErrorEnvelope/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.error !== undefined){
if(typeof data.error !== "string"){
const err2 = {instancePath:instancePath+"/error",schemaPath:"components#/$defs/ErrorEnvelope/properties/error/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"components#/$defs/ErrorEnvelope/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs2 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
}
if(!valid0){
const err4 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate29.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate29.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate29(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate29.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="BatchResponse" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate28(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = joined(vErrors, validate28.errors);
errors = vErrors.length;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

function joined(errors, more) {
  if (errors === null) return more
  for (const error of more) errors.push(error)
  return errors
}

export const operations = [
  {
    operationId: "commandInBody",
    method: "POST",
    path: "/",
    responses: {
      "200": { "application/json": { rule: "kv.envelope.success", validate: SuccessEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
  {
    operationId: "pipeline",
    method: "POST",
    path: "/pipeline",
    responses: {
      "200": { "application/json": { rule: "kv.pipeline.array-of-envelopes", validate: BatchResponse } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
  {
    operationId: "transaction",
    method: "POST",
    path: "/multi-exec",
    responses: {
      "200": { "application/json": { rule: "kv.transaction.array-of-envelopes", validate: BatchResponse } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
  {
    operationId: "monitor",
    method: "POST",
    path: "/monitor",
    responses: {
      "200": { "text/event-stream": { rule: "kv.monitor.event-stream" } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
  {
    operationId: "subscribe",
    method: "POST",
    path: "/subscribe/{channel}",
    responses: {
      "200": { "text/event-stream": { rule: "kv.subscribe.event-stream" } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
  {
    operationId: "publish",
    method: "POST",
    path: "/publish/{channel}/{message}",
    responses: {
      "200": { "application/json": { rule: "kv.envelope.success", validate: SuccessEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
  {
    operationId: "info",
    method: "POST",
    path: "/info",
    responses: {
      "200": { "application/json": { rule: "kv.envelope.success", validate: SuccessEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
  {
    operationId: "getCommand",
    method: "GET",
    path: "/{command}",
    responses: {
      "200": { "application/json": { rule: "kv.envelope.success", validate: SuccessEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
  {
    operationId: "headCommand",
    method: "HEAD",
    path: "/{command}",
    responses: {
      "200": { "": { rule: "kv.methods.head" } },
      "400": { "": { rule: "kv.methods.head" } },
      "401": { "": { rule: "kv.methods.head" } },
      "405": { "": { rule: "kv.methods.head" } },
    },
  },
  {
    operationId: "postCommand",
    method: "POST",
    path: "/{command}",
    responses: {
      "200": { "application/json": { rule: "kv.envelope.success", validate: SuccessEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
  {
    operationId: "putCommand",
    method: "PUT",
    path: "/{command}",
    responses: {
      "200": { "application/json": { rule: "kv.envelope.success", validate: SuccessEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
  {
    operationId: "getCommandWithArguments",
    method: "GET",
    path: "/{command}/{args}",
    remainder: "args",
    responses: {
      "200": { "application/json": { rule: "kv.envelope.success", validate: SuccessEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
  {
    operationId: "headCommandWithArguments",
    method: "HEAD",
    path: "/{command}/{args}",
    remainder: "args",
    responses: {
      "200": { "": { rule: "kv.methods.head" } },
      "400": { "": { rule: "kv.methods.head" } },
      "401": { "": { rule: "kv.methods.head" } },
      "405": { "": { rule: "kv.methods.head" } },
    },
  },
  {
    operationId: "postCommandWithArguments",
    method: "POST",
    path: "/{command}/{args}",
    remainder: "args",
    responses: {
      "200": { "application/json": { rule: "kv.envelope.success", validate: SuccessEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
  {
    operationId: "putCommandWithArguments",
    method: "PUT",
    path: "/{command}/{args}",
    remainder: "args",
    responses: {
      "200": { "application/json": { rule: "kv.envelope.success", validate: SuccessEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "400": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } , "application/octet-stream": { rule: "kv.response-format.resp2-raw-reply" } },
      "401": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
      "405": { "application/json": { rule: "kv.envelope.error", validate: ErrorEnvelope } },
    },
  },
]
