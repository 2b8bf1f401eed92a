//! Arrow's streams, read and written by Arrow's own crates.

use crate::bulk::{csv, fed, rays, with_bits};
use crate::fixture::Folder;
use crate::tool::tileray;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Int8Type, Int32Type};
use arrow_array::{Array, ArrayRef, DictionaryArray, Float32Array, Float64Array, Int32Array, RecordBatch, StringArray};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::{IpcWriteOptions, StreamWriter};
use arrow_ipc::{CompressionType, Endianness, MessageArgs, MessageHeader, MetadataVersion, SchemaArgs};
use flatbuffers::FlatBufferBuilder;
use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

const MAP: &str = "maps/cave.tmx";

fn stream(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batches[0].schema()).expect("a stream");
    batches.iter().for_each(|batch| writer.write(batch).expect("a batch"));
    writer.finish().expect("an end");
    writer.into_inner().expect("bytes")
}

fn compressed(batch: &RecordBatch) -> Vec<u8> {
    let options = IpcWriteOptions::default().try_with_compression(Some(CompressionType::ZSTD)).expect("compression");
    let mut writer = StreamWriter::try_new_with_options(Vec::new(), &batch.schema(), options).expect("a stream");
    writer.write(batch).expect("a batch");
    writer.into_inner().expect("bytes")
}

/// A stream whose only message is a schema without columns.
fn schema(endianness: Endianness, version: MetadataVersion) -> Vec<u8> {
    let mut builder = FlatBufferBuilder::new();
    let fields = Some(builder.create_vector::<flatbuffers::ForwardsUOffset<arrow_ipc::Field<'_>>>(&[]));
    let schema = arrow_ipc::Schema::create(&mut builder, &SchemaArgs { endianness, fields, ..SchemaArgs::default() });
    let (header_type, header) = (MessageHeader::Schema, Some(schema.as_union_value()));
    let message = MessageArgs { version, header_type, header, ..MessageArgs::default() };
    let message = arrow_ipc::Message::create(&mut builder, &message);
    builder.finish(message, None);
    let metadata = builder.finished_data();
    // Padded, so that a body would begin at a multiple of 8.
    let len = metadata.len().next_multiple_of(8);
    let padding = vec![0; len - metadata.len()];
    [&[0xff; 4], &(len as u32).to_le_bytes()[..], metadata, &padding].concat()
}

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, column)| (name, column, true)))
        .expect("columns of one length")
}

fn column(rays: &[[f32; 4]], place: usize) -> ArrayRef {
    Arc::new(Float32Array::from_iter_values(rays.iter().map(|ray| ray[place])))
}

fn ray_batch(rays: &[[f32; 4]]) -> RecordBatch {
    batch(vec![("x0", column(rays, 0)), ("y0", column(rays, 1)), ("x1", column(rays, 2)), ("y1", column(rays, 3))])
}

fn batches(stream: &[u8]) -> Vec<RecordBatch> {
    StreamReader::try_new(stream, None).expect("a stream").map(|batch| batch.expect("a batch")).collect()
}

/// The lines of a CSV that say what a stream of hits says.
fn lines(stream: &[u8]) -> String {
    let names = ["hit", "pixel_x", "pixel_y", "distance", "normal_x", "normal_y", "layer", "cell_x", "cell_y", "tile"];
    let mut text = names.join(",") + "\n";
    for batch in batches(stream) {
        let schema = batch.schema();
        assert!(schema.fields().iter().map(|field| field.name()).eq(names));
        let whole = |name: &str, row: usize| {
            let column = batch.column_by_name(name).expect("a column");
            if column.is_null(row) {
                return String::new();
            }
            match column.as_primitive_opt::<Int32Type>() {
                Some(column) => column.value(row).to_string(),
                None => column.as_primitive::<Int8Type>().value(row).to_string(),
            }
        };
        let distances = batch.column(3).as_primitive::<Float32Type>();
        for row in 0..batch.num_rows() {
            let is_hit = batch.column(0).as_boolean().value(row);
            assert_eq!(distances.is_null(row), !is_hit);
            let distance = if is_hit { distances.value(row).to_string() } else { String::new() };
            let fields = names.map(|name| match name {
                "hit" => u8::from(is_hit).to_string(),
                "distance" => distance.clone(),
                _ => whole(name, row),
            });
            writeln!(text, "{}", fields.join(",")).expect("a line");
        }
    }
    text
}

#[test]
fn streams_are_answered_as_a_csv_is() {
    let folder = Folder::new();
    let rays = rays(40_000);
    let text = folder.write("rays.csv", csv(&rays));
    let expected = tileray(&["cast", MAP, "--rays", &text]).printed();
    // Batches of any size, columns in any order, among others, and doubles.
    let wide = |rays: &[[f32; 4]]| {
        let wide =
            |place| Arc::new(Float64Array::from_iter_values(rays.iter().map(|ray| f64::from(ray[place])))) as ArrayRef;
        let names = Arc::new(StringArray::from_iter_values(rays.iter().map(|ray| ray[0].to_string())));
        let kinds: DictionaryArray<Int32Type> = rays.iter().map(|ray| if ray[0] > 9.0 { "a" } else { "b" }).collect();
        batch(vec![
            ("name", names),
            ("y1", wide(3)),
            ("x0", column(rays, 0)),
            ("kind", Arc::new(kinds)),
            ("x1", wide(2)),
            ("y0", column(rays, 1)),
        ])
    };
    let parts = [&rays[..1], &rays[1..1], &rays[1..30_000], &rays[30_000..]];
    for (name, stream) in [
        ("plain", stream(&[ray_batch(&rays)])),
        ("parts", stream(&parts.map(ray_batch))),
        ("wide", stream(&[wide(&rays)])),
    ] {
        let file = folder.write("rays.arrows", &stream);
        assert!(tileray(&["cast", MAP, "--rays", &file]).printed() == expected, "{name}");
        let output = fed(&["cast", MAP, "--rays", "-", "--format", "arrow"], stream);
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{name}");
        assert!(with_bits(&lines(&output.stdout)) == with_bits(&expected), "{name}");
    }
    let out = folder.name("hits.arrows");
    tileray(&["cast", MAP, "--rays", &text, "--out", &out]).printed();
    assert!(with_bits(&lines(&fs::read(&out).expect("hits"))) == with_bits(&expected));
}

#[test]
fn ranges_are_a_column() {
    let rays = rays(5000);
    let csv = fed(&["cast", MAP, "--rays", "-", "--ranges"], csv(&rays).into_bytes()).stdout;
    let csv = String::from_utf8(csv).expect("text");
    let expected: Vec<f32> = csv.lines().skip(1).map(|line| line.parse().expect("a number")).collect();
    let output = fed(&["cast", MAP, "--rays", "-", "--ranges", "--format", "arrow"], stream(&[ray_batch(&rays)]));
    let found = batches(&output.stdout);
    let found: Vec<f32> = found
        .iter()
        .flat_map(|batch| {
            batch.column_by_name("range").expect("a column").as_primitive::<Float32Type>().values().to_vec()
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn streams_without_rays_are_answered_without_hits() {
    for rays in [stream(&[ray_batch(&[])]), Vec::new()] {
        let output = fed(&["cast", MAP, "--rays", "-", "--format", "arrow"], rays);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(batches(&output.stdout).len(), 0);
    }
}

#[test]
fn wrong_streams_are_refused_with_a_remedy() {
    let folder = Folder::new();
    let rays = rays(100);
    let other = |last: ArrayRef| {
        stream(&[batch(vec![
            ("x0", column(&rays, 0)),
            ("y0", column(&rays, 1)),
            ("x1", column(&rays, 2)),
            ("y1", last),
        ])])
    };
    let nulls = Float32Array::from_iter((0..100).map(|row| (row != 70).then_some(1.0)));
    let kinds: DictionaryArray<Int32Type> = (0..100).map(|_| "a").collect();
    let whole = stream(&[ray_batch(&rays)]);
    let needed = "the columns x0, y0, x1, y1 are needed, of float32 or float64";
    let double = batch(vec![("x0", column(&rays, 0)), ("x0", column(&rays, 0))]);
    for (file, words) in [
        (other(Arc::new(nulls)), vec!["row 71 has a null in the column y1; give a number or NaN"]),
        (other(Arc::new(Int32Array::from(vec![1; 100]))), vec!["the column y1 is of integers, not of floats", needed]),
        (other(Arc::new(kinds)), vec!["the column y1 is a dictionary, not of floats", needed]),
        (stream(&[batch(vec![("x0", column(&rays, 0))])]), vec!["there is no column y0", needed]),
        (stream(&[double]), vec!["there are two columns x0"]),
        (
            compressed(&ray_batch(&rays)),
            vec!["the stream is compressed; write it with IpcWriteOptions(compression=None)"],
        ),
        (schema(Endianness::Big, MetadataVersion::V5), vec!["the stream is big-endian; write it on a little-endian"]),
        (schema(Endianness::Little, MetadataVersion::V3), vec!["older than Arrow 0.8", "write it with pyarrow"]),
        (schema(Endianness::Little, MetadataVersion::V5), vec!["there is no column x0", needed]),
        (whole[..whole.len() - 20].to_vec(), vec!["the stream ends within a message, after 0 rays"]),
        (whole[..40].to_vec(), vec!["the stream ends within a message"]),
        ([vec![0xff; 4], vec![0; 4]].concat(), vec!["the stream ends before its schema"]),
        ([vec![0xff; 8], vec![0; 8]].concat(), vec!["bytes of metadata, and at most"]),
        ([vec![0xff; 4], vec![16, 0, 0, 0], vec![9; 16]].concat(), vec!["the stream is damaged; write it anew"]),
    ] {
        let file = folder.write("rays.arrows", file);
        tileray(&["cast", MAP, "--rays", &file, "-o", &folder.name("hits.csv")]).refused(&words);
    }
    // The rays before a null are answered.
    let nulls = Float32Array::from_iter((0..100).map(|row| (row != 70).then_some(1.0)));
    let output = fed(&["cast", MAP, "--rays", "-"], other(Arc::new(nulls)));
    assert_eq!((output.status.code(), output.stdout.split(|byte| *byte == b'\n').count()), (Some(1), 72));
}
