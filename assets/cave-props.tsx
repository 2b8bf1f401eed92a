<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="cave-props" tilewidth="16" tileheight="16" tilecount="56" columns="8">
 <image source="cave-props.png" width="128" height="112"/>
</tileset>
